// Writes a GIF that repeats: frames of indexes into one table of colours (GIF89a, LZW).

const BITS = 5

/** `colours`: at most 32 triples; `frames`: a colour index per pixel. */
export function writeGif({ width, height, colours, frames, hundredths }) {
  const bytes = []
  const word = (value) => bytes.push(value & 255, value >> 8)
  const text = (letters) => bytes.push(...Buffer.from(letters, 'latin1'))
  text('GIF89a')
  word(width)
  word(height)
  bytes.push(0x80 | ((BITS - 1) << 4) | (BITS - 1), 0, 0)
  for (let index = 0; index < 2 ** BITS; index += 1) bytes.push(...(colours[index] ?? [0, 0, 0]))
  bytes.push(0x21, 0xff, 11)
  text('NETSCAPE2.0')
  bytes.push(3, 1, 0, 0, 0)
  for (const frame of frames) {
    bytes.push(0x21, 0xf9, 4, 4)
    word(hundredths)
    bytes.push(0, 0, 0x2c)
    for (const value of [0, 0, width, height]) word(value)
    bytes.push(0, BITS)
    const codes = compress(frame)
    for (let at = 0; at < codes.length; at += 255) {
      const piece = codes.slice(at, at + 255)
      bytes.push(piece.length, ...piece)
    }
    bytes.push(0)
  }
  bytes.push(0x3b)
  return Buffer.from(bytes)
}

function compress(indexes) {
  const [clear, end] = [2 ** BITS, 2 ** BITS + 1]
  const out = []
  let [held, heldBits, size] = [0, 0, BITS + 1]
  const write = (code) => {
    held |= code << heldBits
    heldBits += size
    while (heldBits >= 8) {
      out.push(held & 255)
      held >>>= 8
      heldBits -= 8
    }
  }
  let known = new Map()
  let next = end + 1
  write(clear)
  let prefix = indexes[0]
  for (const index of indexes.slice(1)) {
    const key = (prefix << 8) | index
    const code = known.get(key)
    if (code !== undefined) {
      prefix = code
      continue
    }
    write(prefix)
    if (next === 4096) {
      write(clear)
      known = new Map()
      next = end + 1
      size = BITS + 1
    } else {
      if (next === 2 ** size) size += 1
      known.set(key, next)
      next += 1
    }
    prefix = index
  }
  write(prefix)
  write(end)
  if (heldBits > 0) out.push(held & 255)
  return out
}
