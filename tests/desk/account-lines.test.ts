// An account's products at the desk: in its own language, without names from the code.

import { expect, test } from 'vitest'
import type { UserFile } from '#services/desk/users'
import type { FuturesRow } from '#party/protocol/futures'
import type { InvestRow } from '#party/protocol/invest'
import type { DepositRow } from '#party/protocol/mining'
import type { OptionRow } from '#party/protocol/options'
import { accountLines } from '../../app/routes/admin.users_.$id/account-lines.server'
import { conditionalRow } from '../conditional/row'
import { BTC_USDT } from '../market/btc-usdt'

const catalogue = {
  assets: [BTC_USDT.base, BTC_USDT.quote],
  pairs: [BTC_USDT],
} as unknown as Parameters<typeof accountLines>[1]['catalogue']

const position = (differs: Partial<FuturesRow>): FuturesRow =>
  ({
    positionNo: 1,
    symbol: 'BTC-USDT',
    assetId: 3,
    direction: 'long',
    mode: 'cross',
    leverage: 10,
    lots: 65,
    lotsOrdered: 1000,
    openSteps: 600_000,
    margin: '6000000',
    realised: '0',
    net: '0',
    state: 'open',
    cause: null,
    terms: { priceDecimals: 1, lotParts: 100 },
    ...differs,
  }) as FuturesRow

const page = <Row>(rows: readonly Row[]) => ({ rows, total: rows.length })

const account = {
  ...{ balances: [], holds: page([]), sessions: [], orders: page([]), entries: page([]) },
  futures: {
    live: [position({})],
    ended: page([
      position({ state: 'closed', cause: 'user' }),
      position({ state: 'closed', cause: 'liquidation' }),
      position({ state: 'cancelled', cause: 'price_moved', direction: 'short', mode: 'isolated' }),
    ]),
  },
  options: {
    live: [],
    ended: page(
      [
        {
          symbol: 'BTC-USDT',
          direction: 'rise',
          seconds: 60,
          assetId: 3,
          stake: '1',
          state: 'settled',
          outcome: 'won',
        },
        { symbol: 'BTC-USDT', direction: 'fall', seconds: 30, assetId: 3, stake: '1', state: 'void', outcome: null },
      ].map((row) => ({ ...row, entrySteps: null, exitSteps: null, paid: null }) as unknown as OptionRow),
    ),
  },
  conditionals: page([
    conditionalRow({ limitTicks: 580_000, trailRate: '1000000', state: 'cancelled', end: 'leg_filled' }),
    conditionalRow({ refusal: 'insufficient_available', refusalFacts: { available: '0', asset: 'USDT', needed: '1' } }),
  ]),
  invest: page([{ series: { name: 'BTC-30DEC26-70000-C' }, shares: 1, assetId: 3, amount: '1', paid: null, state: 'success' } as InvestRow]), // prettier-ignore
  mining: page([{ assetId: 3, amount: '1', yielded: '1', state: 'redeemed', terms: { days: 5, dailyRate: '300000' } } as unknown as DepositRow]), // prettier-ignore
} as unknown as UserFile['account']

test('in Japanese no word of a position, an option, a deposit or an investment is the code’s own', () => {
  const lines = accountLines(account, { catalogue, language: 'jp', moneyReviews: new Map() })
  expect(lines.futures.map(({ contract, lots, state }) => [contract, lots, state])).toEqual([
    ['BTC/USDT · ロング 10× · クロス', '0.65 / 10', '保有中'],
    ['BTC/USDT · ロング 10× · クロス', '0.65 / 10', '決済済み'],
    ['BTC/USDT · ロング 10× · クロス', '0.65 / 10', '強制決済'],
    ['BTC/USDT · ショート 10× · 分離', '0.65 / 10', '価格が離れたため取り消し'],
  ])
  const { options, conditionals, invest, mining } = lines
  const said = [
    ...options.flatMap(({ contract, state }) => [contract, state]),
    ...conditionals.rows.flatMap(({ direction, condition, why }) => [direction, condition, why ?? '']),
    ...[...invest, ...mining].map(({ state }) => state),
    ...mining.map(({ product }) => product),
  ]
  const words = said.join(' ').match(/[A-Za-z]+/g) ?? []
  expect(words.filter((word) => !/^(?:BTC|USDT)$/.test(word))).toEqual([])
})
