// `npm run witness -- https://site [--key KEY] [--state FILE] [--port 9470] [--name NAME] [--once]`: follows the log of a site, checks that it only
// grows, cosigns its checkpoints (c2sp.org/tlog-cosignature) and serves the newest at http://localhost:9470/. Its key and what it cosigned stand in
// its own file. The first start takes the key of the log from --key, or as the site shows it. A fork ends it, is remembered, and ends each later start.

import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { importProduct } from './lib/product.mjs'
import { fail } from './lib/run.mjs'
import { Fork, Restored, makeWitness } from './lib/witness.mjs'

const PAUSE_MS = 10_000
const COSIGNATURE_KEY = 4

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    state: { type: 'string', default: 'witness.json' },
    port: { type: 'string', default: '9470' },
    name: { type: 'string', default: 'localhost/witness' },
    once: { type: 'boolean', default: false },
  },
})
const [site] = positionals
if (!site || !URL.canParse(site)) fail('npm run witness -- https://site')

const modules = ['bytes', 'checkpoint', 'ed25519', 'leaf', 'note', 'tree'].map((name) =>
  importProduct(`server/domain/log/${name}.ts`),
)
const log = Object.assign({}, ...(await Promise.all(modules)))
const sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())
const verifySignature = (key, message, signature) =>
  verify(null, message, createPublicKey({ key: Buffer.from(log.spkiOf(key)), format: 'der', type: 'spki' }), signature)

const stored = existsSync(values.state) ? JSON.parse(readFileSync(values.state, 'utf8')) : null
const logKey = stored?.logKey ?? values.key ?? (await ask('checkpoint')).key
if (values.key && values.key !== logKey) fail(`${values.state} is about the log of another key: ${logKey}`)
const state = stored ?? {
  name: values.name,
  seed: randomBytes(32).toString('hex'),
  logKey,
  cosigned: null,
  refused: null,
}
const privateKey = createPrivateKey({
  key: Buffer.from(log.pkcs8Of(log.fromHex(state.seed))),
  format: 'der',
  type: 'pkcs8',
})
const spki = new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))
const key = log.publicKeyOf(sha256, { name: state.name, kind: COSIGNATURE_KEY, key: log.rawKey(spki) })
save(state)

const crypto = { sha256, verify: verifySignature, sign: (message) => new Uint8Array(sign(null, message, privateKey)) }
const report = (words) => console.error(`TIME: ${words}`)
const witness = makeWitness({ log, crypto, key, ask, state, save, report })
console.log(`Witness ${log.writePublicKey(key)}\nof ${state.logKey}`)

if (!values.once)
  createServer((_, answer) => {
    const [status, text] = witness.refused()
      ? [409, `refused: ${witness.refused()}\n`]
      : [witness.cosigned() ? 200 : 404, witness.cosigned() ?? 'nothing is cosigned yet\n']
    answer.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(text)
  }).listen(Number(values.port))

let size = null
do {
  await lookOnce()
  if (!values.once) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
} while (!values.once)

async function lookOnce() {
  try {
    const note = await witness.look(Math.floor(Date.now() / 1000))
    const [, seen] = note.split('\n')
    if (seen !== size) console.log(`cosigned ${seen} leaves`)
    size = seen
  } catch (failure) {
    const word = failure instanceof Restored ? 'RESTORED' : 'FORK'
    if (failure instanceof Fork) fail(`${word}: ${failure.message}. Nothing more is cosigned.`)
    console.error(`not cosigned: ${failure.message}`)
    if (values.once) process.exitCode = 1
  }
}

async function ask(path) {
  const answer = await fetch(new URL(`/api/v1/log/${path}`, site), { signal: AbortSignal.timeout(PAUSE_MS) })
  const { type, message } = await answer.json()
  if (type !== 'ok') throw new Error(String(message))
  return message
}

/** Whole or not at all: a witness that lost its state would sign both sides of a fork. */
function save(next) {
  writeFileSync(`${values.state}.new`, JSON.stringify({ ...state, ...next }), { mode: 0o600, flush: true })
  renameSync(`${values.state}.new`, values.state)
}
