// Stories about the switches of programs, and about the stored events of an account with keys.

import { expect } from 'vitest'
import { channelEvent } from '#db/account/room'
import { tableOf } from '#party/lib/table'
import { NOON, type Stage, TWO_PAIRS, order, scene, story } from './stage'
import { waitFor } from '../kit/wait-for'

const PROGRAM = 'a-program'

const cancelled = (stage: Stage) => stage.clerk.commands.filter(({ type }) => type === 'cancel_spot_orders').length

/** Time passes, and the alarm rings each second. */
async function pass(stage: Stage, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    stage.now += 1_000
    if (stage.alarmAt !== null && stage.alarmAt <= stage.now) await stage.ring()
  }
}

const switchOn = (stage: Stage) =>
  stage.ask<'cancel_on_disconnect'>({
    type: 'cancel_on_disconnect',
    commandId: stage.commandId(),
    connection: PROGRAM,
    isOn: true,
  })

story('An account that lost its sockets waits for the program before it cancels', async (stage) => {
  stage.connected.add(PROGRAM)
  await stage.place(order())
  expect(await switchOn(stage)).toMatchObject({ ok: true })
  await pass(stage, 9)
  stage.connected.clear()
  stage.die()
  await stage.tell({ type: 'sweep' })
  await pass(stage, 2)
  expect(cancelled(stage)).toBe(0)
  stage.connected.add(PROGRAM)
  await pass(stage, 60)
  expect(cancelled(stage)).toBe(0)
  // This time it does not come back.
  stage.connected.clear()
  await pass(stage, 15)
  expect(cancelled(stage)).toBe(1)
  await pass(stage, 60)
  expect(cancelled(stage)).toBe(1)
})

story('A program that goes while its account waits for it takes its orders along', async (stage) => {
  stage.connected.add(PROGRAM)
  await stage.place(order())
  await switchOn(stage)
  stage.connected.clear()
  await pass(stage, 11)
  await stage.tell({ type: 'program_gone', connection: PROGRAM, wasOn: false })
  await stage.tell({ type: 'sweep' })
  expect(cancelled(stage)).toBe(1)
})

story('The switch of one program is not renewed, and not ended, by another', async (stage) => {
  await stage.place(order())
  const arm = (owner: string, timeoutMs: number) =>
    stage.ask<'cancel_all_after'>({ type: 'cancel_all_after', commandId: stage.commandId(), owner, timeoutMs })
  await arm('one', 5_000)
  await arm('other', 60_000)
  await arm('other', 0)
  await pass(stage, 4)
  expect(cancelled(stage)).toBe(0)
  await pass(stage, 2)
  expect(cancelled(stage)).toBe(1)
  await arm('one', 5_000)
  await arm('one', 0)
  await pass(stage, 60)
  expect(cancelled(stage)).toBe(1)
})

scene('A switch that comes due while the alarm waits for a silent Market cancels all the same', async (stage) => {
  stage.catalogue = TWO_PAIRS
  await stage.place(order())
  const silent = stage.clerkOf('EUR-USDT')
  silent.failBefore = 8
  expect(await stage.place(order({ symbol: 'EUR-USDT', lots: 20 }))).toMatchObject({
    value: [{ value: { state: 'pending' } }],
  })
  await stage.ask<'cancel_all_after'>({
    ...{ type: 'cancel_all_after', commandId: stage.commandId() },
    ...{ owner: 'one', timeoutMs: 60_000 },
  })
  silent.failBefore = 0
  let speak = (): void => undefined
  silent.gate = new Promise((resolve) => (speak = resolve))
  const ringing = stage.ring()
  // It has asked the silent Market, and waits.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(cancelled(stage)).toBe(0)
  stage.now += 60_000
  await waitFor(() => expect(cancelled(stage)).toBe(1))
  speak()
  await ringing
})

story('Missed events come before those that happen meanwhile', async (stage) => {
  stage.isHeard = true
  await stage.place(order())
  const first = stage.heard.length
  const grants = [{ assetId: 1, amount: '1', wallet: 'change' }] as const
  await Promise.all([
    stage.catchUp(null, undefined, (message) => void stage.heard.push(message)),
    stage.tell({ type: 'grant_demo', ref: 'meanwhile', grants }),
    stage.tell({ type: 'grant_demo', ref: 'and again', grants }),
  ])
  const numbers = stage.heard.slice(first).map(({ seq }) => seq)
  expect(numbers.length).toBeGreaterThan(1)
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
})

story('Events stay stored while there is a key, and go with the last one', async (stage) => {
  const key = (id: string) =>
    stage.tell({
      type: 'add_api_key',
      key: {
        ...{ id, name: 'a key', kind: 'hmac', publicKey: '', scopes: ['read'], addresses: [] },
        expiresAt: NOON + 86_400_000,
      },
    })
  const stored = () => tableOf(channelEvent).count(stage.store)
  await key('one')
  await key('other')
  await stage.place(order())
  await stage.verify()
  expect(stored()).toBeGreaterThan(0)
  await stage.tell({ type: 'remove_api_key', keyId: 'one' })
  expect(stored()).toBeGreaterThan(0)
  await stage.tell({ type: 'remove_api_key', keyId: 'other' })
  expect(stored()).toBe(0)
})
