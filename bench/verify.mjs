// Cost of checking receipts: the published script over 200 logged options with key and proofs, and each kind's check by itself.
//
//   node bench/verify.mjs [--receipts 200]
//
// The script is run with one receipt and with all, several times: the difference is what receipts cost without the start of Node. Fails when a
// receipt takes more than 20 ms: arithmetic, ticks, inclusion and signature.

import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { loadModule } from './served.mjs'

const MS_MAX = 20
const RUNS = 5
const RECEIPTS_PER_KIND = 200
const { values } = parseArgs({ options: { receipts: { type: 'string', default: '200' } } })
const count = Number(values.receipts)

const { KEY, feed, logOf, option } = await loadModule('tests/log/logged-option')
const { MADE } = await loadModule('tests/fairness/random-receipts')
const { checkReceipt } = await loadModule('server/domain/receipt')
const { writePublicKey } = await loadModule('server/domain/log/note')

const folder = mkdtempSync(join(tmpdir(), 'verify-'))
try {
  await build({
    entryPoints: [new URL('../scripts/verify-receipt.mjs', import.meta.url).pathname],
    ...{ outfile: join(folder, 'verify.mjs'), bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
  })
  const script = measureScript(writeLogged())
  const kinds = Object.entries(MADE).map(measureKind)
  const worst = kinds.reduce((most, each) => (each.ms > most.ms ? each : most))
  console.log(
    `${count} options with key and proofs: ${script.each.toFixed(2)} ms a receipt; one alone, with the start of Node: ${script.one.toFixed(0)} ms`,
  )
  console.log(
    `the arithmetic of ${kinds.length} kinds: at most ${worst.ms.toFixed(2)} ms (${worst.kind}, mean of ${RECEIPTS_PER_KIND})`,
  )
  console.log(`limit: ${MS_MAX} ms a receipt (${Math.max(script.each, worst.ms).toFixed(2)} ms)`)
  if (Math.max(script.each, worst.ms) > MS_MAX) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Names of the files of each receipt and its proof. */
function writeLogged() {
  const rounds = feed(count + 60)
  return Array.from({ length: count }, (_, index) => {
    const { body, proof } = logOf(rounds.slice(index, index + 60), option(rounds, index + 10))
    const wire = ({ round: { lateSymbol, ...round }, ...rest }) => ({
      ...rest,
      round: { ...round, late_symbol: lateSymbol },
    })
    const ticks = proof.ticks.map(({ beforeRound, ...own }) => ({
      ...wire(own),
      before_round: beforeRound && wire(beforeRound),
    }))
    const names = [`${index}.json`, `${index}.proof.json`]
    writeFileSync(join(folder, names[0]), body)
    writeFileSync(join(folder, names[1]), JSON.stringify({ type: 'ok', message: { ...proof, ticks } }))
    return names
  })
}

function measureScript(files) {
  const key = writePublicKey(KEY.key)
  const run = (names) => {
    const from = performance.now()
    const { status, stdout } = spawnSync(process.execPath, ['verify.mjs', '--key', key, ...names], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stdout.slice(-2000))
    return performance.now() - from
  }
  const times = Array.from({ length: RUNS }, () => ({ one: run(files[0]), all: run(files.flat()) }))
  const median = (numbers) => numbers.sort((left, right) => left - right)[Math.floor(numbers.length / 2)]
  const one = median(times.map((each) => each.one))
  return { one, each: median(times.map(({ one: alone, all }) => (all - alone) / (count - 1))) }
}

function measureKind([kind, make]) {
  const sha256 = (text) => createHash('sha256').update(text).digest('hex')
  const hmac = (key, text) => createHmac('sha256', key).update(text).digest('hex')
  const receipts = Array.from({ length: RECEIPTS_PER_KIND }, () => make())
  const from = performance.now()
  for (const receipt of receipts) checkReceipt(receipt, { sha256, hmac })
  return { kind, ms: (performance.now() - from) / RECEIPTS_PER_KIND }
}
