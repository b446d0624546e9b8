// Liabilities as pages: the published tree for everybody; own proofs for their user, right for the page's script and the offline one.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { inDirectory, sweep } from '../kit/directory'
import { type Person, Visitor, openPerson } from '../kit/visitor'
import { waitFor } from '../kit/wait-for'

// A sweep looks after all that other tests have left to it, on a machine that may be busy.
vi.setConfig({ hookTimeout: 120_000 })

let goro: Person
let script = ''

const rootOf = async (): Promise<string> => {
  const answer = await goro.ask('/api/v1/fairness/liabilities')
  const { message } = await answer.json<{ message: { trees: { root: string }[] } }>()
  return message.trees[0]?.root ?? ''
}

const sweepUntil = (isDone: () => Promise<boolean>) =>
  waitFor(
    async () => {
      await sweep()
      if (!(await isDone())) throw new Error('not yet')
    },
    { timeout: 55_000 },
  )

beforeAll(async () => {
  goro = await openPerson()
  script = await (await goro.ask('/verify.mjs')).text()
  // A person is counted by one of the next sweeps, and the tree of the day may have been built before.
  await sweepUntil(async () => {
    const rows = await inDirectory('SELECT 1 FROM account_count WHERE user_id = ?', goro.userId)
    return rows.length === 1
  })
  for (const table of ['run', 'asset', 'leaf', 'block']) await inDirectory(`DELETE FROM liability_${table}`)
  await sweepUntil(async () => (await rootOf()) !== '')
})

/** Output of the offline script for a downloaded file. */
function verify(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cm-liabilities-'))
  writeFileSync(join(folder, 'verify.mjs'), script)
  writeFileSync(join(folder, 'proof.json'), body)
  return spawnSync(process.execPath, ['verify.mjs', 'proof.json'], { cwd: folder, encoding: 'utf8' }).stdout
}

test('everybody reads the root and the totals, and that the reserve is only stated', async () => {
  const guest = new Visitor()
  const link = (await guest.open('/fairness')).links.find(({ name }) => name === 'Liabilities')
  const page = await guest.open(link?.to ?? '')
  expect(page.main).toContain(await rootOf())
  expect(page.main).toMatch(/Customers own.*Insurance fund.*Reserve \(stated by the site\)/s)
  expect((await guest.ask('/fairness/liabilities/mine')).status).toBe(302)
})

test('a user downloads a proof of less than 4 kB, which the script finds right, and wrong once altered', async () => {
  const page = await goro.open('/fairness/liabilities/mine')
  expect(page.main).toContain(await rootOf())
  const link = page.links.find(({ name }) => name === 'Proof of USDT')
  const body = decodeURIComponent(link?.to.replace('data:application/json,', '') ?? '')
  expect(body.length).toBeLessThan(4_096)
  const output = verify(body)
  expect(output).toContain('proof.json: right')
  expect(output).toContain(`account ${goro.userId} owns 110000 USDT and owes 0 USDT`)
  expect(output).toContain(await rootOf())
  expect(verify(body.replace(/"equity":"(\d)/, '"equity":"1$1'))).toContain('WRONG')
})

test('the API answers the same proofs to their user alone', async () => {
  const answer = await (await goro.ask('/api/v1/fairness/liabilities/proof')).text()
  expect(verify(answer)).toContain(`account ${goro.userId} owns 110000 USDT`)
  expect(await (await new Visitor().ask('/api/v1/fairness/liabilities/proof')).text()).not.toContain('salt')
})
