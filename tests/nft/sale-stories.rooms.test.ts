// NFT sales in one account. Cold starts between steps: account/waking.ts.

import { expect } from 'vitest'
import { refuse } from '#domain/outcome'
import { ACTS_WAITING_MAX, type SaleRequest, type SaleAnswer, type SaleUpdate } from '#party/protocol/lot'
import { type Stage, USDT, scene, story } from '../account/stage'

const WORK = 'Harbour at night'
const BID = {
  type: 'bid_nft',
  lotId: 7,
  assetId: USDT.id,
  work: WORK,
  margin: '10000000',
  price: '105000000',
  steps: 1,
} as const
const BUY = { type: 'buy_nft', lotId: 8, assetId: USDT.id, work: WORK, price: '200000000' } as const
const PAY = { type: 'pay_nft', lotId: 7, assetId: USDT.id, work: WORK } as const
type Asked = typeof BID | typeof BUY | typeof PAY

const taken = (price: string, split: { fee: string; house: string } | null = null): SaleAnswer => ({
  ...{ isAccepted: true, price, at: 1_000, split, workId: 3 },
})

/** Sends the request; the alarm delivers it to the sale, which returns the given answer. */
async function ask(stage: Stage, asked: Asked, answer: SaleAnswer | Error, commandId = stage.commandId()) {
  const brought: SaleRequest[] = []
  stage.askSale = (_lot, act) => {
    brought.push(act)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const said = stage.ask({ ...asked, commandId })
  void said.catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 0))
  await stage.ring()
  return { said, brought }
}

const wallet = async (stage: Stage) => (await stage.balances())['change:3']
const tell = (stage: Stage, news: { kind: SaleUpdate['kind'] } & Record<string, unknown>) =>
  stage.tell({ type: 'nft_news', news: { lotId: 7, work: WORK, ...news } as SaleUpdate })
const nftLines = async (stage: Stage) => {
  const { accounts, problems } = await stage.verify()
  expect(problems).toEqual([])
  return accounts
    .filter(({ account }) => ['@nft', '@nft_margin', '@fees', '@house:nft'].includes(account))
    .map(({ account, amount }) => [account, amount])
    .filter(([, amount]) => amount !== '0')
    .sort()
}
/** Newest first. */
const bills = async (stage: Stage) => {
  const all = {
    wallet: 'change',
    assetId: 3,
    reason: null,
    from: null,
    until: null,
    isWhole: false,
    page: 1,
    limit: 9,
  } as const
  const listed = await stage.ask({ type: 'bills', ...all })
  return listed.ok ? listed.value.rows.map(({ reason, value }) => [reason, value]) : []
}

story('Alice bids twice under one margin, is outbid, and has it back once', async (stage) => {
  await ask(stage, BID, taken('105000000'))
  expect(await wallet(stage)).toEqual(['990000000', '0'])
  await ask(stage, { ...BID, price: '115000000' } as never, taken('115000000'))
  expect(await wallet(stage)).toEqual(['990000000', '0'])
  await tell(stage, { kind: 'outbid', price: '120000000', seq: 3, assetId: 3 })
  await tell(stage, { kind: 'margin_back', isCalledOff: false })
  await tell(stage, { kind: 'margin_back', isCalledOff: false })
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  expect((await bills(stage)).slice(0, 2)).toEqual([
    ['nft_margin_back', '10000000'],
    ['nft_margin', '-10000000'],
  ])
  return nftLines(stage)
})

/** The sale accepts a bid and returns its deposit. */
const takenFor = (price: string, margin: string): SaleAnswer => ({
  isAccepted: true,
  price,
  at: 1_000,
  split: null,
  margin,
})
const bidFor = (price: string, margin: string, marginMost = margin) => ({ ...BID, price, margin, marginMost }) as never

story('the deposit grows with Alice’s bids, and what was set aside beyond it is free', async (stage) => {
  await ask(stage, BID, takenFor('105000000', '10000000'))
  await ask(stage, bidFor('210000000', '20000000', '40000000'), takenFor('210000000', '20000000'))
  expect(await wallet(stage)).toEqual(['980000000', '0'])
  // A refused bid holds nothing more; a bid that isn't higher takes nothing more.
  const refused: SaleAnswer = { isAccepted: false, refusal: { code: 'nft_bid_too_low', facts: {} } }
  await ask(stage, bidFor('400000000', '40000000'), refused)
  await ask(stage, bidFor('220000000', '20000000'), takenFor('220000000', '20000000'))
  expect(await wallet(stage)).toEqual(['980000000', '0'])
  expect(await nftLines(stage)).toEqual([['@nft_margin', '20000000']])
  await tell(stage, { kind: 'won', price: '220000000', payBy: 90_000_000, actNo: 4, margin: '20000000' })
  await ask(stage, PAY, taken('220000000', { fee: '5500000', house: '0' }))
  expect(await wallet(stage)).toEqual(['780000000', '0'])
  return nftLines(stage)
})

story('a bid that won and whose answer was lost is deposited in full, and forfeited in full', async (stage) => {
  await ask(stage, BID, takenFor('105000000', '10000000'))
  await ask(stage, bidFor('210000000', '20000000', '40000000'), new Error('lost'))
  expect(await wallet(stage)).toEqual(['960000000', '30000000'])
  await tell(stage, { kind: 'won', price: '210000000', payBy: 90_000_000, actNo: 2, margin: '20000000' })
  expect(await wallet(stage)).toEqual(['980000000', '0'])
  await tell(stage, { kind: 'forfeit', toHouse: false })
  expect(await nftLines(stage)).toEqual([['@nft', '20000000']])
  return wallet(stage)
})

story('a first bid that was refused leaves no more deposited than the next one takes', async (stage) => {
  await ask(stage, bidFor('400000000', '40000000'), new Error('lost'))
  const { brought } = await ask(stage, bidFor('105000000', '10000000'), takenFor('105000000', '10000000'))
  expect(brought.map(({ marginMost }) => marginMost)).toEqual(['40000000', '40000000'])
  expect(await wallet(stage)).toEqual(['990000000', '0'])
  return nftLines(stage)
})

story('Alice wins, pays the rest under the margin, and the fee and the house have their parts', async (stage) => {
  await ask(stage, BID, taken('105000000'))
  await tell(stage, { kind: 'won', price: '105000000', payBy: 90_000_000, actNo: 1, margin: '10000000' })
  await tell(stage, { kind: 'won', price: '105000000', payBy: 90_000_000, actNo: 1, margin: '10000000' })
  expect(await stage.ask({ type: 'nft_stakes' })).toMatchObject({ value: [{ state: 'won', price: '105000000' }] })
  await ask(stage, PAY, taken('105000000', { fee: '2625000', house: '0' }))
  expect(await wallet(stage)).toEqual(['895000000', '0'])
  // A word that comes late changes nothing.
  await tell(stage, { kind: 'forfeit', toHouse: false })
  expect(await nftLines(stage)).toEqual([
    ['@fees', '2625000'],
    ['@nft', '102375000'],
  ])
  expect((await bills(stage)).slice(0, 3)).toEqual([
    ['nft_payment', '-105000000'],
    ['nft_margin_back', '10000000'],
    ['nft_margin', '-10000000'],
  ])
  return wallet(stage)
})

story('Alice, whose trading was frozen after she won, pays in time and bids for nothing more', async (stage) => {
  await ask(stage, BID, taken('105000000'))
  await tell(stage, { kind: 'won', price: '105000000', payBy: 90_000_000, actNo: 1, margin: '10000000' })
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await stage.ask({ ...BID, lotId: 9, commandId: stage.commandId() })).toMatchObject({
    refusal: { code: 'trading_frozen' },
  })
  await ask(stage, PAY, taken('105000000', { fee: '2625000', house: '0' }))
  expect(await wallet(stage)).toEqual(['895000000', '0'])
  return nftLines(stage)
})

story(
  'Alice does not pay in time: the margin alone is lost, and what the late payment held comes back',
  async (stage) => {
    await ask(stage, BID, taken('105000000'))
    await tell(stage, { kind: 'won', price: '105000000', payBy: 90_000_000, actNo: 1, margin: '10000000' })
    await ask(stage, PAY, new Error('the room is away'))
    expect(await stage.ask({ ...PAY, commandId: stage.commandId() })).toMatchObject({
      refusal: { code: 'nft_waiting' },
    })
    expect(await wallet(stage)).toEqual(['895000000', '95000000'])
    await tell(stage, { kind: 'forfeit', toHouse: true })
    stage.askSale = () => Promise.resolve({ isAccepted: false, refusal: refuse('nft_pay_late').refusal })
    await stage.ring()
    expect(await wallet(stage)).toEqual(['990000000', '0'])
    return nftLines(stage)
  },
)

story('a purchase is paid when the sale says so, and freed when somebody else was first', async (stage) => {
  const lost = await ask(stage, BUY, new Error('the room is away'), 'lost')
  expect(await wallet(stage)).toEqual(['800000000', '200000000'])
  const again: SaleRequest[] = []
  stage.askSale = (_lot, act) => {
    again.push(act)
    return Promise.resolve(taken('200000000', { fee: '5000000', house: '195000000' }))
  }
  await stage.ring()
  expect(again).toEqual(lost.brought.slice(0, 1))
  expect(await wallet(stage)).toEqual(['800000000', '0'])
  await ask(stage, { ...BUY, lotId: 9 } as never, { isAccepted: false, refusal: refuse('nft_ended').refusal }, 'late')
  expect(await stage.ask({ ...BUY, lotId: 9, commandId: 'late' })).toMatchObject({
    refusal: { code: 'nft_ended' },
  })
  expect(await wallet(stage)).toEqual(['800000000', '0'])
  return nftLines(stage)
})

story('a first bid that is refused holds nothing; one that was taken unheard is believed', async (stage) => {
  const low = refuse('nft_bid_too_low', { min: '105', asset: 'USDT' })
  await ask(stage, BID, { isAccepted: false, refusal: low.refusal }, 'low')
  expect(await stage.ask({ ...BID, commandId: 'low' })).toMatchObject(low)
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  await ask(stage, BID, new Error('the room is away'))
  await tell(stage, { kind: 'margin_back', isCalledOff: true })
  expect(await wallet(stage)).toEqual(['1000000000', '0'])
  stage.askSale = () => Promise.resolve(taken('105000000'))
  await stage.ring()
  return [await wallet(stage), await nftLines(stage)]
})

story('what a sale and a royalty bring comes in once', async (stage) => {
  for (let count = 0; count < 2; count += 1) {
    await tell(stage, { kind: 'credit', reason: 'nft_sold', assetId: 3, amount: '97000000' })
    await tell(stage, { kind: 'credit', reason: 'nft_royalty', assetId: 3, amount: '1000000' })
  }
  expect(await wallet(stage)).toEqual(['1098000000', '0'])
  return nftLines(stage)
})

scene('what is not there, frozen, nothing to pay, or too much at once is refused by name', async (stage) => {
  const said = async (asked: object) => {
    const answer = await stage.ask({ ...asked, commandId: stage.commandId() } as never)
    return (answer as { refusal: { code: string } }).refusal.code
  }
  expect(await said({ ...BUY, price: '1000000001' })).toBe('insufficient_available')
  expect(await said(PAY)).toBe('nft_nothing_to_pay')
  stage.askSale = () => new Promise(() => undefined)
  for (let count = 0; count < ACTS_WAITING_MAX; count += 1)
    void stage.ask({ ...BUY, price: '1000000', commandId: stage.commandId() }).catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(await said({ ...BUY, price: '1000000' })).toBe('nft_acts_above_max')
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await said(BID)).toBe('trading_frozen')
})
