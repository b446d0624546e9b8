// All receipts of a site: each is named by its own hash and right, here, by /verify.mjs with the site's log, and by the verifier in Python. Files
// are as a user would save them.

import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect } from 'vitest'
import type { Receipt, ReceiptRule } from '#domain/receipt'
import type { StartedApp } from '../kit/miniflare'
import { pythonProblems } from '../fairness/python-verifier'
import { expectReceipt } from './decided'

/** What the rules of a site's receipts must be at least, and how many of them there must be. */
export interface WantedReceipts {
  readonly kinds: readonly ReceiptRule[]
  readonly least: number
  /** Receipts that the site makes when they are asked for. */
  readonly asked?: readonly Receipt[]
}

/** Answers how many there are of each rule. */
export async function expectReceiptsRight(
  app: StartedApp,
  { kinds, least, asked = [] }: WantedReceipts,
): Promise<Readonly<Record<string, number>>> {
  const database = await app.miniflare.getD1Database('DB')
  const { results } = await database
    .prepare('SELECT id, body FROM receipt ORDER BY no')
    .all<{ id: string; body: string }>()
  for (const { id, body } of results) expectReceipt(id, body)
  // Settlements alone write receipts.
  const receipts = [...results.map(({ body }) => JSON.parse(body) as Receipt), ...asked]
  const byRule = new Map<string, Receipt[]>()
  for (const receipt of receipts) byRule.set(receipt.rule, [...(byRule.get(receipt.rule) ?? []), receipt])
  expect([...byRule.keys()]).toEqual(expect.arrayContaining([...kinds]))
  expect(receipts.length).toBeGreaterThanOrEqual(least)
  if (receipts.length === 0) return {}
  await expectVerified(app, [...results.map(({ body }) => body), ...asked.map((each) => JSON.stringify(each))])
  const problems = pythonProblems(Array.from(byRule, ([kind, of]) => ({ kind, receipts: of })))
  // Without Python only the site's own check speaks.
  for (const [rule, found] of Object.entries(problems ?? {}))
    expect(
      found.filter((each) => each.length > 0),
      `${rule} by the rules in words`,
    ).toEqual([])
  return Object.fromEntries(Array.from(byRule, ([rule, of]) => [rule, of.length]))
}

/** Runs the script over all of them. Proofs are asked from the site for a few, which the log has by then. */
async function expectVerified({ url }: StartedApp, bodies: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
  const script = join(folder, 'verify.mjs')
  const entryPoints = [join(import.meta.dirname, '../../scripts/verify-receipt.mjs')]
  await build({ entryPoints, outfile: script, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  const names = await Promise.all(
    bodies.map(async (body, index) => {
      const name = `${index}.json`
      await writeFile(join(folder, name), body)
      return name
    }),
  )
  const run = (files: readonly string[], ...options: readonly string[]) =>
    spawnSync(process.execPath, [script, ...options, ...files], { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 })
  const { stdout, stderr, status } = run(names)
  expect([stdout.match(/: right$/gm)?.length, status], stdout.slice(-2_000) + stderr).toEqual([names.length, 0])
  const head = await fetch(`${url}/api/v1/log/checkpoint`).then((answer) => answer.json<{ message: { key: string } }>())
  const checked = names.slice(0, PROVEN)
  const proven = run(checked, '--key', head.message.key, '--site', url)
  expect(
    [proven.stdout.match(/proven: checkpoint/g)?.length, proven.status],
    proven.stdout.slice(-2_000) + proven.stderr,
  ).toEqual([checked.length, 0])
  await rm(folder, { recursive: true, force: true })
}

const PROVEN = 20
