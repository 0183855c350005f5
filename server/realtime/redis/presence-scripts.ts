import { scriptPrelude } from "./log-scripts.ts";

/**
 * The Lua scripts of presence; keys beside those of the log, below the same name:
 *
 * - `:nodes` the nodes that there are, `:node:<id>` there for as long as the node renews it: a node that is killed is gone
 *   when that expires.
 * - `:members:<id>` whom a node has: `<key> <topic>` and the subject as JSON.
 */
const prelude = `${scriptPrelude}
local node, lease = ARGV[2], ARGV[3]
local function renew()
  local is_known = redis.call('exists', base .. ':node:' .. node)
  redis.call('set', base .. ':node:' .. node, 1, 'PX', lease)
  redis.call('pexpire', base .. ':members:' .. node, lease)
  redis.call('sadd', base .. ':nodes', node)
  return is_known
end
`;

/**
 * ARGV: server, node, lease, "in" or "out", place (key and topic), subject. A node that has expired stays so, until it
 * republishes all whom it has: the others have forgotten them.
 */
const move = `${prelude}
local members = base .. ':members:' .. node
if ARGV[4] == 'in' then redis.call('hset', members, ARGV[5], ARGV[6]) else redis.call('hdel', members, ARGV[5]) end
if redis.call('exists', base .. ':node:' .. node) == 1 then renew() else redis.call('pexpire', members, lease) end
return publish('kind', 'presence', 'node', node, 'turn', ARGV[4], 'place', ARGV[5], 'subject', ARGV[6])
`;

/** ARGV: server, node, lease, places and subjects: all whom the node has. The others read them again. */
const republish = `${prelude}
local members = base .. ':members:' .. node
redis.call('del', members)
for index = 4, #ARGV, 2 do redis.call('hset', members, ARGV[index], ARGV[index + 1]) end
renew()
return publish('kind', 'node', 'node', node)
`;

/** ARGV: server, node, lease. Answers whether the node was known still, and the nodes that there are. */
const renew = `${prelude}
local is_known = renew()
local alive = {}
for _, other in ipairs(redis.call('smembers', base .. ':nodes')) do
  if redis.call('exists', base .. ':node:' .. other) == 1 then alive[#alive + 1] = other
  else redis.call('srem', base .. ':nodes', other) end
end
return { is_known, alive }
`;

/** ARGV: server. Answers [node, [place, subject …]] for each that there is. */
const members = `${scriptPrelude}
local answer = {}
for _, node in ipairs(redis.call('smembers', base .. ':nodes')) do
  if redis.call('exists', base .. ':node:' .. node) == 1 then
    answer[#answer + 1] = { node, redis.call('hgetall', base .. ':members:' .. node) }
  end
end
return answer
`;

/** ARGV: server, node, lease. The node ends, and everybody knows at once. */
const leave = `${prelude}
redis.call('del', base .. ':node:' .. node, base .. ':members:' .. node)
redis.call('srem', base .. ':nodes', node)
return publish('kind', 'node', 'node', node)
`;

export const presenceScripts = { move, republish, renew, members, leave } as const;
