// `node scripts/vapid-keys.mjs`: a fresh pair of keys for Web Push, as .dev.vars and `wrangler secret put` take them.

import { generateKeyPairSync } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
console.log(`VAPID_PUBLIC_KEY="${point.toString('base64url')}"`)
console.log(`VAPID_PRIVATE_KEY="${privateKey.export({ format: 'jwk' }).d}"`)
