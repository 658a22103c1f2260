import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { post, resolveByDns } from "../../src/deliveries/post.ts";
import { createAddressRules } from "../../src/domain/addresses.ts";
import { listen } from "../support/service/listen.ts";
import { temporaryFolder } from "../support/service/process.ts";

const skip = spawnSync("openssl", ["version"]).status === 0 ? false : "openssl is not installed";

describe("a webhook by https", { skip }, () => {
  it("is sent to where its certificate is trusted and of its name alone", async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...["-keyout", key, "-out", cert, ...subject],
    ]);
    assert.equal(made.status, 0, made.stderr.toString());
    let requests = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      requests++;
      response.writeHead(204).end();
    });
    const port = await listen(server);
    const rules = createAddressRules(["127.0.0.0/8"]);
    const send = (host: string) =>
      post(
        { url: new URL(`https://${host}:${port}/`), body: "{}" },
        { rules, signal: new AbortController().signal, resolve: resolveByDns },
      );
    const untrusted = await send("localhost");
    assert.deepEqual(
      [untrusted.outcome, untrusted.answer, requests],
      ["unreachable", "DEPTH_ZERO_SELF_SIGNED_CERT", 0],
    );
    const before = getCACertificates();
    setDefaultCACertificates([...before, readFileSync(cert, "utf8")]);
    after(() => setDefaultCACertificates(before));
    assert.deepEqual([(await send("localhost")).outcome, requests], ["delivered", 1]);
    const other = await send("127.0.0.1");
    assert.deepEqual([other.outcome, other.answer, requests], ["unreachable", "ERR_TLS_CERT_ALTNAME_INVALID", 1]);
  });
});
