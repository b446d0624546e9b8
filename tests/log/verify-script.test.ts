// /verify.mjs as a user runs it: the built file, beside files of the API.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePublicKey } from '#domain/log/note'
import type { ReceiptProof } from '#domain/log/proof'
import { KEY, feed, logOf, option } from './logged-option'

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'))
  const entryPoints = [join(import.meta.dirname, '../../scripts/verify-receipt.mjs')]
  const outfile = join(folder, 'verify.mjs')
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the script with files by name; a value is written as JSON, a text as it is. */
function run(files: Readonly<Record<string, unknown>>, ...options: readonly string[]) {
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const { stdout, stderr, status } = spawnSync(process.execPath, ['verify.mjs', ...options, ...Object.keys(files)], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { stdout, status }
}

const KEY_TEXT = writePublicKey(KEY.key)
const rounds = feed(120)
const { body, proof, roundProof } = logOf(rounds, option(rounds, 50))

/** As the API writes it. */
const wire = ({ ticks, ...rest }: ReceiptProof) => ({
  type: 'ok',
  message: {
    ...rest,
    ticks: ticks.map((tick) => {
      if (!tick) return null
      const { lateSymbol, ...round } = tick.round
      return { ...tick, round: { ...round, late_symbol: lateSymbol } }
    }),
  },
})

test('a round is proven with the key, by the text that an order’s answer had', () => {
  const { round, ...rest } = roundProof(70)
  const { lateSymbol, ...named } = round
  const file = { type: 'ok', message: { ...rest, round: { ...named, late_symbol: lateSymbol } } }
  const { stdout, status } = run({ 'round.json': file }, '--key', KEY_TEXT)
  expect([status, stdout]).toEqual([0, expect.stringContaining(`the round 71|${round.at}||${round.digest}`)])
  expect(run({ 'round.json': file })).toMatchObject({ status: 1, stdout: expect.stringContaining('--key') as string })
  const other = { ...file, message: { ...file.message, round: { ...file.message.round, at: round.at + 1_000 } } }
  expect(run({ 'round.json': other }, '--key', KEY_TEXT)).toMatchObject({ status: 1 })
})

describe('a receipt', () => {
  test('with its proof and the key of the log is proven', () => {
    const { stdout, status } = run({ 'receipt.json': body, 'proof.json': wire(proof) }, '--key', KEY_TEXT)
    expect(status).toBe(0)
    expect(stdout).toContain('receipt.json: right\n')
    expect(stdout).toContain('proven: checkpoint 5 covers it')
    expect(stdout).toContain('proven: tick 81 of BTC-USDT is the first that counts')
    expect(stdout).not.toContain('not proven')
  })

  test('without a proof is right, and refused where the key is given', () => {
    const alone = run({ 'receipt.json': body })
    expect([alone.status, alone.stdout.split('\n')[0]]).toEqual([0, 'receipt.json: right'])
    expect(alone.stdout).toContain('not proven')
    expect(run({ 'receipt.json': body }, '--key', KEY_TEXT).status).toBe(1)
  })

  test('whose exit was chosen nine seconds late is refused', () => {
    const forged = logOf(rounds, option(rounds, 50, 89))
    const { stdout, status } = run({ 'receipt.json': forged.body, 'proof.json': wire(forged.proof) }, '--key', KEY_TEXT)
    expect(status).toBe(1)
    expect(stdout).toContain('WRONG: tick 90 of BTC-USDT is not the first that counts')
  })

  test('is read in every answer of the API', () => {
    const id = 'a'.repeat(64)
    for (const answer of [
      { type: 'ok', message: { receipt_id: id, body } },
      { type: 'ok', message: [{ no: 1, receipt_id: id, body }] },
      { type: 'ok', message: JSON.parse(body) as unknown },
    ])
      expect(run({ 'answer.json': answer }).stdout).toContain('answer.json: right')
    const two = [option(rounds, 50), option(rounds, 51)].map((each) => ({ body: JSON.stringify(each) }))
    expect(run({ 'answer.json': { type: 'ok', message: two } }).stdout.match(/: right/g)).toHaveLength(2)
  })
})

test.each([
  ['no JSON', '{', 'because it is no JSON'],
  ['a number', '7', 'neither a receipt'],
  ['null', 'null', 'neither a receipt'],
  ['a list', '[]', 'neither a receipt'],
  ['an error of the API', '{"type":"error","message":"no"}', 'neither a receipt'],
  ['a body that is no receipt', '{"type":"ok","message":{"body":"{}"}}', 'neither a receipt'],
  ['an unknown rule', '{"rule":"toss"}', 'not known here'],
  ['a rule and nothing else', '{"rule":"options-1"}', 'not written as its rule says'],
  ['ticks that are no list', '{"rule":"futures-1","ticks":7}', 'not written as its rule says'],
  ['days of other fields', '{"message":[{"commitment":"a","more":1}]}', 'not as the API writes it'],
])('a file with %s is named and stops nothing', (_, text, problem) => {
  const { stdout, status } = run({ 'bad.json': text, 'receipt.json': body })
  expect(status).toBe(1)
  expect(stdout).toMatch(new RegExp(`bad\\.json[^]*${problem}`))
  expect(stdout).toContain('receipt.json: right')
})

test('a file that is not there, a key that is none and a proof without its receipt are named', () => {
  expect(run({ 'proof.json': wire(proof) }).stdout).toContain('proof.json: proof of a receipt that is not here')
  expect(run({ 'receipt.json': body }, '--key', 'nobody').stdout).toContain('nobody is no public key')
  const other = { ...wire(proof).message, more: 1 }
  expect(run({ 'proof.json': { type: 'ok', message: other } }).stdout).toContain('more is not as the API writes it')
  expect(run({ 'receipt.json': body }, 'missing.json').stdout).toContain('missing.json: cannot be read')
})
