// Writes a short tune as a WAV: one voice of struck tones, eight bits a sample.

const RATE = 11_025
const SECONDS = 4
/** Semitones of a pentatonic scale, in which any sequence sounds pleasant. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16]

export function writeTune(seed) {
  const samples = Buffer.alloc(RATE * SECONDS)
  const notes = Array.from({ length: 12 }, (_, index) => SCALE[(seed * 7 + index * index * 3 + index) % SCALE.length])
  const base = 196 * 2 ** ((seed % 5) / 12)
  for (let at = 0; at < samples.length; at += 1) {
    let level = 0
    notes.forEach((note, index) => {
      const since = at / RATE - (index * SECONDS) / 13
      if (since < 0 || since > 1.6) return
      const pitch = base * 2 ** (note / 12)
      const struck = Math.min(1, since * 60) * Math.exp(-3.2 * since)
      level += struck * (Math.sin(2 * Math.PI * pitch * since) + 0.3 * Math.sin(4 * Math.PI * pitch * since))
    })
    samples[at] = 128 + Math.round(46 * Math.max(-2.6, Math.min(2.6, level)))
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
