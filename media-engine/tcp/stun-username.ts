const headerBytes = 20;
const bindingRequest = 0x0001;
const magicCookie = 0x2112a442;
const usernameAttribute = 0x0006;

/**
 * The user name fragment of ours that a STUN binding request asks for: what stands before the colon of its USERNAME (RFC
 * 8489, sections 5 and 14.3; RFC 8445, section 7.2.2). Null for any other packet. The request's integrity is not checked.
 */
export function requestedUfrag(packet: Buffer): string | null {
  if (packet.length < headerBytes || packet.readUInt16BE(0) !== bindingRequest) return null;
  const end = headerBytes + packet.readUInt16BE(2);
  if (packet.readUInt32BE(4) !== magicCookie || end > packet.length) return null;
  for (let at = headerBytes; at + 4 <= end;) {
    const value = at + 4;
    const length = packet.readUInt16BE(at + 2);
    if (value + length > end) return null;
    if (packet.readUInt16BE(at) === usernameAttribute)
      return packet.toString("latin1", value, value + length).split(":")[0] || null;
    // Values are padded to four bytes.
    at = value + Math.ceil(length / 4) * 4;
  }
  return null;
}
