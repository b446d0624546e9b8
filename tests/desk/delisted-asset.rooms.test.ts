// A delisted asset that users still hold: earlier records stay readable, and the desk can still correct balances.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { proposeCorrection } from '#services/desk/correction'
import { requestDeposit } from '#services/funds/deposits'
import { listMessages } from '#services/messages'
import { callAccount } from '#services/account-room'
import { seed } from '../api/client'
import { USDT, type User, enter, expectSound, freshly, voucherOf } from '../funds/customers'
import { type Team, codeOf, commandId, decide, hireTeam, reviewOf, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const DOT = 13
let team: Team
beforeAll(async () => {
  await seed()
  await env.DB.prepare('update asset set is_listed = 0 where id = ?').bind(DOT).run()
  team = await hireTeam()
})

const held = async (user: User): Promise<string> => {
  const balances = valueOf(await callAccount(env, user, { type: 'balances' }))
  return balances.find(({ wallet, assetId }) => wallet === 'change' && assetId === DOT)?.available ?? '0'
}

it('Alice’s DOT can be corrected, both ways; nothing is put where DOT does not belong, and what is there may be asked back', async () => {
  const alice = await enter('Alice')
  const before = BigInt(await held(alice))
  const ask = (direction: 'add' | 'take', wallet = 'change') => {
    const asked = { userId: alice.userId, assetId: DOT, wallet, amount: '5', direction, reason: 'Lost.' } as const
    return proposeCorrection(env, team.fiona.member, { ...asked, commandId: commandId(), at: Date.now() })
  }
  for (const direction of ['add', 'take'] as const) {
    const { correctionId } = valueOf(await ask(direction))
    const decided = await decide(team.frank, await reviewOf(correctionId), 'approve', Date.now())
    expect(decided).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    const more = direction === 'add' ? 50_000_000_000n : 0n
    expect(BigInt(await held(alice))).toBe(before + more)
  }
  await expectSound(alice)
  // She gets a message about each, with the reason.
  const listed = await listMessages(env, alice, { group: 'funds', page: 1, limit: 9, language: 'en' })
  expect(valueOf(listed).rows.map(({ kind, facts }) => [kind, facts])).toEqual(
    ['-5', '5'].map((amount) => ['balance_corrected', { amount, asset: 'DOT', reason: 'Lost.' }]),
  )
  expect(codeOf(await ask('add', 'stocks'))).toBe('wallet_not_for_asset')
  expect(codeOf(await ask('take', 'stocks'))).toBe('ok')
  expect(codeOf(await ask('take', 'pocket'))).toBe('wallet_not_for_asset')
})

it('Carol’s deposit, told without a network, is the same deposit when another network is the first of its asset', async () => {
  const carol = await enter('Carol')
  const form = { kind: 'coin', assetId: USDT, network: null, amount: '75', voucher: await voucherOf(carol) } as const
  const command = { commandId: commandId(), form }
  const first = valueOf(await requestDeposit(env, carol, command, Date.now()))
  await env.DB.prepare(`update asset_network set sort = -1 where asset_id = ? and name = 'TRC20'`).bind(USDT).run()
  expect(valueOf(await requestDeposit(freshly(), carol, command, Date.now()))).toEqual(first)
  const other = { ...command, form: { ...form, network: 'TRC20' } }
  expect(codeOf(await requestDeposit(freshly(), carol, other, Date.now()))).toBe('command_id_reused')
})

it('Bob’s deposit, told before USDT was delisted, is the same deposit when he sends it again; a new one is refused', async () => {
  const bob = await enter('Bob')
  const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount: '75', voucher: await voucherOf(bob) } as const
  const command = { commandId: commandId(), form }
  const first = valueOf(await requestDeposit(env, bob, command, Date.now()))
  await env.DB.prepare('update asset set is_listed = 0 where id = ?').bind(USDT).run()
  expect(valueOf(await requestDeposit(freshly(), bob, command, Date.now()))).toEqual(first)
  const other = await requestDeposit(freshly(), bob, { commandId: commandId(), form }, Date.now())
  expect(codeOf(other)).toBe('asset_not_found')
})
