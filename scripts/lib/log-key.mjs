// A key of the log as LOG_KEY takes it: the text form of c2sp.org/signed-note, "PRIVATE+KEY+name+hash+base64".

import { createHash, generateKeyPairSync } from 'node:crypto'

const NOTE_KEY = Buffer.of(1)

/** @param {string} name without spaces and "+": "your.site/log" */
export function drawLogKey(name) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.concat([NOTE_KEY, Buffer.from(publicKey.export({ format: 'jwk' }).x, 'base64url')])
  const seed = Buffer.concat([NOTE_KEY, Buffer.from(privateKey.export({ format: 'jwk' }).d, 'base64url')])
  const hash = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8)
  return {
    secret: `PRIVATE+KEY+${name}+${hash}+${seed.toString('base64')}`,
    key: `${name}+${hash}+${key.toString('base64')}`,
  }
}
