-- Asks for one path, or for those of a file one after the other; prints what was measured as JSON.

local requests, position = {}, 0

function init(args)
  if args[1] == nil then return end
  position = tonumber(args[2] or "0")
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  request = function()
    position = position + 1
    return requests[(position - 1) % #requests + 1]
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"durationUs":%d,"failed":%d,"p50Us":%d,"p99Us":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)
  ))
end
