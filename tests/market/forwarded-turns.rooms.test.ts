// Turns that accounts forward to a Market: written with the commands that they came with, given back to a room that recovers, dropped
// when saved.

import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import type { MarketParts } from '#party/market/turn'
import type { Lease } from '#party/protocol/market'
import { MarketStage } from './stage'
import { ALICE, BOB, order } from './story'

let stages = 0
const open = () => MarketStage.open(`FORWARDED-${(stages += 1)}`)

const TICKS = 600_000
const sell = (orderNo: number) => ({ ...order(orderNo, { side: 'sell', ticks: TICKS, lots: 20 }), seq: orderNo })
const leaseOf = (differs: Partial<Lease>): Lease => ({ epoch: 1, saved: 0, lines: [], isRecovering: false, ...differs })
const line = (number: number, says = 'what it says') => `${number}\t["${says}"]`

const place = (stage: MarketStage, orderNo: number, lease: Partial<Lease>, account = ALICE) =>
  stage.ask({ account, received: 0, commands: [sell(orderNo)], lease: leaseOf(lease) })

const recover = async (stage: MarketStage, lease: Partial<Lease> = {}, account = ALICE) =>
  (await stage.ask({ account, received: 0, commands: [], lease: leaseOf({ epoch: 2, isRecovering: true, ...lease }) }))
    .forwarded

const forwardedOf = (stage: MarketStage) =>
  runInDurableObject(stage.stub, (room) => (room as unknown as { parts: MarketParts }).parts.state.forwarded)

describe('forwarded turns', () => {
  it('come back to the account that they are of, in order, once', async () => {
    const stage = await open()
    await place(stage, 1, { lines: [line(4), line(5)] })
    await place(stage, 1, { lines: [line(4), line(5)] })
    await place(stage, 1, { lines: [line(9)] }, BOB)
    await place(stage, 2, { lines: [line(6, 'a "quoted" text')] })
    expect(await recover(stage)).toEqual([line(4), line(5), line(6, 'a "quoted" text')])
    expect(await recover(stage, {}, BOB)).toEqual([line(9)])
  })

  it('are dropped when the account has saved them, by what it says or by a delivery that it took', async () => {
    const stage = await open()
    await place(stage, 1, { lines: [line(4), line(5)] })
    await place(stage, 2, { saved: 4, lines: [line(6)] })
    const forwarded = await forwardedOf(stage)
    expect(forwarded.linesOf(ALICE)).toEqual([line(5), line(6)])
    await stage.rpc.report()
    expect(await recover(stage)).toEqual([])
  })

  it('that were dropped do not come back with the Market', async () => {
    const stage = await open()
    await place(stage, 1, { lines: [line(4), line(5)] })
    await stage.rpc.report()
    stage.person(BOB).isAway = true
    await place(stage, 1, { lines: [line(2)] }, BOB)
    await place(stage, 2, { saved: 2, lines: [line(3)] }, BOB)
    await stage.restart()
    expect((await forwardedOf(stage)).all()).toEqual([`${BOB}\t${line(3)}`])
  })

  it('come back with the messages that the account has not had, whose times tell the turns of the Market apart', async () => {
    const stage = await open()
    stage.person(ALICE).isAway = true
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (const orderNo of [1, 2, 3]) await place(stage, orderNo, { lines: [line(orderNo)] })
    vi.restoreAllMocks()
    const lease = leaseOf({ epoch: 2, isRecovering: true })
    const { messages, commandSeq } = await stage.ask({ account: ALICE, received: 0, commands: [], lease })
    expect([commandSeq, messages.map(({ type }) => type)]).toEqual([3, ['accepted', 'accepted', 'accepted']])
    expect(new Set(messages.map(({ at }) => at)).size).toBe(3)
  })

  it('survive the Market itself, from its journal and from a snapshot', async () => {
    const stage = await open()
    stage.person(ALICE).isAway = true
    await place(stage, 1, { lines: [line(4), line(5)] })
    await stage.restart()
    await runInDurableObject(stage.stub, (room) => {
      Object.assign((room as unknown as { parts: { journal: object } }).parts.journal, { snapshotAfterLength: 0 })
    })
    await place(stage, 2, { saved: 4, lines: [line(6, 'x'.repeat(500_000)), line(7)] })
    const rows = await runInDurableObject(stage.stub, (_, { storage }) =>
      storage.sql.exec('SELECT (SELECT count(*) FROM turn_part) AS turns, count(*) AS parts FROM forwarded_part').one(),
    )
    expect(rows).toEqual({ turns: 0, parts: 3 })
    await stage.restart()
    expect(await recover(stage, { saved: 4 })).toEqual([line(5), line(6, 'x'.repeat(500_000)), line(7)])
  })

  it('of an epoch that is over are not taken any more, nor its commands, not even after a restart', async () => {
    const stage = await open()
    await place(stage, 1, { lines: [line(4)] })
    expect(await recover(stage)).toEqual([line(4)])
    const late = await place(stage, 2, { lines: [line(5)] })
    expect(late).toMatchObject({ isGap: true, commandSeq: 1 })
    await stage.restart()
    expect(await place(stage, 2, { lines: [line(5)] })).toMatchObject({ isGap: true, commandSeq: 1 })
    expect(await recover(stage)).toEqual([line(4)])
    expect(await place(stage, 2, { epoch: 2, saved: 4 })).toMatchObject({ isGap: false, commandSeq: 2 })
  })

  it('are too many at some point, which the account is told', async () => {
    const stage = await open()
    stage.person(ALICE).isAway = true
    const lines = Array.from({ length: 17 }, (_, index) => line(index + 1, 'x'.repeat(1_000_000)))
    expect(await place(stage, 1, { lines })).toMatchObject({ commandSeq: 1, isFull: true })
    expect(await place(stage, 2, { saved: 4 })).not.toHaveProperty('isFull')
  })

  it('begin with their number, or nothing of the request counts', async () => {
    const stage = await open()
    await expect(place(stage, 1, { lines: ['no number'] })).rejects.toThrow('says what it forwards')
    await expect(place(stage, 1, { epoch: -1 })).rejects.toThrow('says what it forwards')
    expect(await stage.rpc.stats()).toMatchObject({ openOrders: 0 })
  })
})
