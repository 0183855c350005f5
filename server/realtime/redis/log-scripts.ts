/**
 * The Lua scripts of the log in Redis; each runs as one step, so that every node sees what they do in one order. Keys, all
 * below one name (`fanlight:events`):
 *
 * - `:server` the Redis process that the rest was written in, `:run` when this run of the log began (ms). A Redis that was
 *   emptied, restarted or replaced has another one or none: then a new run begins, and everybody reloads.
 * - `:feed` a stream of what happened, to be read by every node; ids are `<run>-<number>` without a gap, so that a reader
 *   notices what it has missed. `:count` is the last number.
 * - `:<run>:<topic>:audience` the version of a topic's audience, while it has members or something to send.
 * - `:<run>:<topic>` epoch, sequence and bytes of a topic, with `:log`, its stream of events (id `<sequence>-0`), and
 *   `:instead`, bodies that replace earlier ones. They expire when nobody uses the topic, the last two also when
 *   nothing is added for long.
 *
 * `KEYS[1]` is that name, `ARGV[1]` the server that the caller means: false is answered when it is another one by now.
 */
export const scriptPrelude = `
local base = KEYS[1]
if redis.call('get', base .. ':server') ~= ARGV[1] then return false end
local run = redis.call('get', base .. ':run')
if not run then return false end
local function publish(...)
  local count = redis.call('incr', base .. ':count')
  redis.call('xadd', base .. ':feed', 'MAXLEN', '~', 10000, run .. '-' .. count, ...)
  return count
end
`;

const topicLog = `${scriptPrelude}
local topic, now, age, events_max, bytes_max = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local meta = base .. ':' .. run .. ':' .. topic
local log = meta .. ':log'
local function shut_out(what)
  redis.call('del', meta, log, meta .. ':instead')
  return publish('kind', 'disconnect', 'what', what, 'from', '')
end
local function is_current(audience)
  local key = meta .. ':audience'
  local known = redis.call('get', key)
  if known and tonumber(audience) < tonumber(known) then return false end
  redis.call('set', key, audience, 'PX', 2 * age)
  if known and tonumber(audience) > tonumber(known) then
    shut_out(cjson.encode({ where = { topic = topic }, reason = 'audience_changed' }))
  end
  return true
end
if ARGV[7] ~= '' and not is_current(ARGV[7]) then return 0 end
local epoch = redis.call('hget', meta, 'epoch')
if not epoch then
  epoch = run .. '.' .. redis.call('incr', base .. ':epochs')
  redis.call('hset', meta, 'epoch', epoch, 'sequence', 0, 'bytes', 0)
end
local function keep()
  redis.call('pexpire', meta, 2 * age)
  redis.call('pexpire', log, 2 * age)
  redis.call('pexpire', meta .. ':instead', 2 * age)
end
local function trim()
  local length, bytes = redis.call('xlen', log), tonumber(redis.call('hget', meta, 'bytes'))
  while length > 0 do
    local first = redis.call('xrange', log, '-', '+', 'COUNT', 1)[1]
    if length <= events_max and bytes <= bytes_max and tonumber(first[2][2]) >= now - age then return end
    redis.call('xdel', log, first[1])
    length = length - 1
    bytes = redis.call('hincrby', meta, 'bytes', -#first[2][4])
  end
end
`;

/** ARGV: server, topic, now, age, events, bytes, audience or nothing, body. Answers the event's number in the feed; 0: the audience has gone. */
const append = `${topicLog}
local body = ARGV[8]
-- A topic in use outlives its log: it expires, with all that was counted, when nothing is added for long.
if redis.call('xlen', log) == 0 then redis.call('hset', meta, 'bytes', 0) end
local sequence = redis.call('hincrby', meta, 'sequence', 1)
redis.call('xadd', log, sequence .. '-0', 'at', ARGV[3], 'body', body)
redis.call('hincrby', meta, 'bytes', #body)
trim()
keep()
return publish('kind', 'event', 'topic', topic, 'epoch', epoch, 'sequence', sequence, 'body', body)
`;

/** ARGV: as append, but the epoch and number to begin after in place of a body, or nothing. Answers [number in the feed, epoch, last, complete, number, body, number, body …]. */
const since = `${topicLog}
trim()
keep()
local last = tonumber(redis.call('hget', meta, 'sequence'))
local answer = { redis.call('get', base .. ':count') or '0', epoch, last, 1 }
if not ARGV[8] then return answer end
local from = tonumber(ARGV[9])
local first = redis.call('xrange', log, '-', '+', 'COUNT', 1)[1]
local first_kept = first and tonumber(string.match(first[1], '^%d+')) or last + 1
if ARGV[8] ~= epoch or from > last or from + 1 < first_kept then
  answer[4] = 0
  return answer
end
for _, entry in ipairs(redis.call('xrange', log, (from + 1) .. '-0', '+')) do
  local sequence = string.match(entry[1], '^%d+')
  answer[#answer + 1] = sequence
  answer[#answer + 1] = redis.call('hget', meta .. ':instead', sequence) or entry[2][4]
end
return answer
`;

/** ARGV: as append, and the name and id of the events whose body that is from now on. */
const replace = `${topicLog}
local head = '"' .. ARGV[9] .. '",'
for _, entry in ipairs(redis.call('xrange', log, '-', '+')) do
  local body = entry[2][4]
  if string.sub(body, 1, #head) == head and cjson.decode(string.sub(body, #head + 1)).id == tonumber(ARGV[10]) then
    redis.call('hset', meta .. ':instead', string.match(entry[1], '^%d+'), ARGV[8])
  end
end
keep()
return 1
`;

/**
 * ARGV: server, the disconnect as text, the node that it comes from, and the topic that it seals, or nothing, with the
 * version of the audience that begins. Nothing is published when that has begun already.
 */
const disconnect = `${scriptPrelude}
local topic = ARGV[4]
if topic then
  local meta = base .. ':' .. run .. ':' .. topic
  if ARGV[5] then
    local known = redis.call('get', meta .. ':audience')
    if known and tonumber(ARGV[5]) <= tonumber(known) then return 0 end
    redis.call('set', meta .. ':audience', ARGV[5], 'PX', 2 * ARGV[6])
  end
  redis.call('del', meta, meta .. ':log', meta .. ':instead')
end
return publish('kind', 'disconnect', 'what', ARGV[2], 'from', ARGV[3])
`;

/** ARGV: server, age, topics. They stay for as long as they are in use. */
const touch = `${scriptPrelude}
for index = 3, #ARGV do
  local meta = base .. ':' .. run .. ':' .. ARGV[index]
  redis.call('pexpire', meta, 2 * ARGV[2])
  redis.call('pexpire', meta .. ':audience', 2 * ARGV[2])
end
return 1
`;

/** ARGV: server. Begins a new run unless this one is the server's. Answers [run, last number, first number kept]. */
const begin = `
local base = KEYS[1]
local run = redis.call('get', base .. ':run')
if not run or redis.call('get', base .. ':server') ~= ARGV[1] then
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if run and now <= tonumber(run) then now = tonumber(run) + 1 end
  run = string.format('%d', now)
  redis.call('del', base .. ':feed', base .. ':epochs')
  redis.call('set', base .. ':server', ARGV[1])
  redis.call('set', base .. ':run', run)
  redis.call('set', base .. ':count', 1)
  redis.call('xadd', base .. ':feed', run .. '-1', 'kind', 'begin')
end
local first = redis.call('xrange', base .. ':feed', '-', '+', 'COUNT', 1)[1]
return { run, redis.call('get', base .. ':count'), first and string.match(first[1], '%d+$') or '1' }
`;

export const logScripts = { append, since, replace, disconnect, touch, begin } as const;
