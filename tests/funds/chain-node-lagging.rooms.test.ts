// A node that has lost blocks already read: the desk sees since when and by how many, and an admin who knows that the blocks won't return
// continues from the node's position. No deposit is credited twice.

import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { restartChain } from '#services/desk/chains'
import { verifyAudit } from '#services/desk/audit'
import type { NodeRefusal } from '#services/chains/json-rpc'
import { chainReports } from '#services/chains/report'
import { seed } from '../api/client'
import { type Hired, commandId, firstAdmin, hire } from '../desk/office'
import { balance, codeOf, expectSound, newestDeposit } from './customers'
import { CONTRACT, MINUTE, type Met, meet } from './evm-story'
import { errorsDuring } from './outage'

let ada: Hired, frank: Hired
beforeAll(async () => {
  await seed()
  const now = Date.now()
  ada = await firstAdmin('ada@cm.example', now)
  frank = await hire(ada.member, 'Frank', 'finance', now)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** As the Worker is configured where the story's node is Ethereum's. */
function withNode({ rpc }: Met): Env {
  vi.stubGlobal('fetch', async (_url: URL, { body }: RequestInit) => {
    const { id, method, params } = JSON.parse(body as string) as { id: number; method: string; params: unknown[] }
    try {
      return Response.json({ jsonrpc: '2.0', id, result: await rpc(method, params) })
    } catch (failure) {
      const { code, message } = failure as NodeRefusal
      return Response.json({ jsonrpc: '2.0', id, error: { code, message } })
    }
  })
  const node = { url: 'http://node.example', tokens: { USDT: { contract: CONTRACT, decimals: 6 } } }
  const configured = { CHAIN_SOURCE: 'rpc', CHAIN_NODES: JSON.stringify({ ERC20: node }) }
  return { ...env, DB: env.DB, Account: env.Account, ...configured }
}

const reportOf = async (within: Env) => (await chainReports(within, Date.now()))[0]
const plus = (before: string, units: bigint) => String(BigInt(before) + units)

test('A node that was set back by fifty blocks is seen as such since the first look, till it has caught up', async () => {
  const met = await meet('Alice')
  const within = withNode(met)
  expect(await reportOf(within)).toMatchObject({ network: 'ERC20', behindSince: null, behindBy: null })
  const now = Date.now()
  await met.watchAt(40, now + MINUTE)
  await met.watchAt(45, now + 2 * MINUTE)
  expect(await reportOf(within)).toMatchObject({
    position: '90',
    readAt: now + 2 * MINUTE,
    behindSince: now + MINUTE,
    behindBy: 45,
  })
  await met.watchAt(91, now + 3 * MINUTE)
  expect(await reportOf(within)).toMatchObject({ position: '91 0xb91', behindSince: null, behindBy: null })
})

test('The chain was begun again: an admin sets the position back, and what comes from there on is credited', async () => {
  const met = await meet('Bob')
  const { user, told, watchAt } = met
  const [before] = await balance(user)
  const within = withNode(met)
  told.height = 45
  await watchAt(40)
  const asked = { network: 'ERC20', position: '90', commandId: commandId(), at: Date.now() }
  expect(codeOf(await restartChain(within, frank.member, asked))).toBe('permission_missing')
  expect(codeOf(await restartChain(within, ada.member, { ...asked, network: 'TRC20' }))).toBe('precondition_failed')
  expect(codeOf(await restartChain(within, ada.member, { ...asked, position: '80' }))).toBe('precondition_failed')
  expect(await restartChain(within, ada.member, asked)).toMatchObject({ ok: true, value: { isRepeated: false } })
  expect(await reportOf(within)).toMatchObject({ position: '40', behindSince: null, behindBy: null })
  // A double click acts once.
  expect(await restartChain(within, ada.member, asked)).toMatchObject({ ok: true, value: { isRepeated: true } })
  await watchAt(46)
  await watchAt(90)
  expect((await newestDeposit(user)).state).toBe('passed')
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
  const { results } = await env.DB.prepare(
    "SELECT staff_id AS staff, target, facts FROM audit_entry WHERE action = 'chain_restarted'",
  ).all()
  const facts = JSON.stringify({ position: '90 → 40' })
  expect(results).toEqual([{ staff: ada.member.id, target: 'chain:ERC20', facts }])
  expect((await verifyAudit(env)).broken).toBeNull()
})

test('What was read before is read again after a setting back, and credited once', async () => {
  const met = await meet('Carol')
  const { user, watchAt } = met
  const [before] = await balance(user)
  const within = withNode(met)
  await watchAt(101)
  await watchAt(140)
  await watchAt(105)
  const position = (await reportOf(within))?.position ?? ''
  expect(position).toBe('140 0xb140')
  const asked = { network: 'ERC20', position, commandId: commandId(), at: Date.now() }
  expect(await restartChain(within, ada.member, asked)).toMatchObject({ ok: true })
  await watchAt(106)
  await watchAt(141)
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
  const count = 'SELECT count(*) AS count FROM deposit WHERE user_id = ?'
  expect(await env.DB.prepare(count).bind(user.userId).first('count')).toBe(1)
  await expectSound(user)
})

test('A node that has caught up, or does not answer, or that nobody has configured changes nothing', async () => {
  const met = await meet('Dave')
  const within = withNode(met)
  await met.watchAt(40)
  met.state.tip = 95
  const asked = { network: 'ERC20', position: '90', at: Date.now() }
  const restart = (where: Env) => restartChain(where, ada.member, { ...asked, commandId: commandId() })
  expect(codeOf(await restart(within))).toBe('chain_not_behind')
  expect(codeOf(await restart({ ...within, CHAIN_NODES: '{}' }))).toBe('network_not_found')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('connection refused')))
  const errors = await errorsDuring(async () => expect(codeOf(await restart(within))).toBe('chain_unreachable'))
  expect(errors).toContain('connection refused')
  const cursor = await env.DB.prepare("SELECT position FROM chain_cursor WHERE network = 'ERC20'").first('position')
  expect(cursor).toBe('90')
})

test('The node has dropped what came next: the desk sees which blocks, and an admin goes on after them, by the log', async () => {
  const met = await meet('Erin')
  const { user, told, state, watchAt } = met
  const [before] = await balance(user)
  const within = withNode(met)
  told.height = 290
  state.logsFrom = Infinity
  const now = Date.now()
  await watchAt(279, now + MINUTE)
  const asked = { network: 'ERC20', position: '90', at: Date.now() }
  const restart = () => restartChain(within, ada.member, { ...asked, commandId: commandId() })
  expect(codeOf(await restart())).toBe('chain_nothing_after')
  state.logsFrom = 250
  await watchAt(280, now + 2 * MINUTE)
  const gap = { behindSince: now + MINUTE, behindBy: null, gapFrom: 59, gapTo: 249 }
  expect(await reportOf(within)).toMatchObject({ position: '90', readAt: now + 2 * MINUTE, ...gap })
  expect(await restart()).toMatchObject({ ok: true, value: { isRepeated: false } })
  const none = { behindSince: null, behindBy: null, gapFrom: null, gapTo: null }
  expect(await reportOf(within)).toMatchObject({ position: '249 0xb249', ...none })
  const line = "SELECT facts FROM audit_entry WHERE action = 'chain_restarted' ORDER BY seq DESC"
  const facts = JSON.parse((await env.DB.prepare(line).first<string>('facts')) ?? '') as Record<string, string>
  expect(facts['position']).toBe('90 → 249 0xb249')
  expect(facts['blocks']).toMatch(/^\d+–249$/)
  await watchAt(291)
  await watchAt(330)
  expect(await reportOf(within)).toMatchObject({ position: '330 0xb330', ...none })
  expect(await balance(user)).toEqual([plus(before, 25_000_000n), '0'])
})
