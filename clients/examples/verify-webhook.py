# Says whether a message to a webhook is genuine: signed with its secret, and at most five minutes old.
import base64, hashlib, hmac, time


def is_genuine(secret, headers, body):
    """`body` has the bytes as they came, before they are read as JSON; names of headers are in lower case."""
    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    own = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_signed = any(hmac.compare_digest(own, one) for one in headers["webhook-signature"].split())
    return is_signed and abs(time.time() - int(headers["webhook-timestamp"])) < 300
