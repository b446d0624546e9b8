// A user's own limits in one account: running amounts of one product count in another. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import { USDT, story } from '../account/stage'

story('a bet that is undecided leaves the game, options and contracts only what it does not stake', async (stage) => {
  stage.askEvent = () => Promise.resolve({ isAccepted: true, at: 1_000 })
  const bet = { eventId: 7, option: 1, assetId: USDT.id, stake: '5000000', key: 'ab'.repeat(32) }
  void stage.ask({ type: 'place_quiz_bet', commandId: stage.commandId(), ...bet }).catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 0))
  await stage.ring()
  await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'day_loss', value: '8000000' })
  await stage.ask({ type: 'commit_game_seed', commandId: stage.commandId(), entropy: 'cd'.repeat(32) })
  const play = (stake: string) =>
    stage.ask({
      type: 'play_game',
      commandId: stage.commandId(),
      ...{ seedNo: 1, clientSeed: 'c0ffee', under: 9_500, assetId: USDT.id, stake },
    })
  expect(await play('4000000')).toMatchObject({ refusal: { code: 'own_limit_day', facts: { max: '8', left: '3' } } })
  expect(await play('3000000')).toMatchObject({ ok: true })
  return null
})
