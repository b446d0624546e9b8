// Short hash of a text, to detect changes. Not for secrets, and not safe against attackers.

/** 32-bit FNV-1a over UTF-16 units. Stores keep its results: it must never answer otherwise. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
