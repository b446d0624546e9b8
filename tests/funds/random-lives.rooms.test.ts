// Random sequences of deposits, recalls, withdrawals, decisions and conversions, some repeated and some sent to a room that just lost its
// memory. The books always balance, no amount is credited or paid twice, and every unit is where the model says.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BTC, USDT, type Stage, expectBooksBalance, withStage } from '../account/stage'
import { never } from '../account/waking'
import { convertTerms } from './convert-terms'

const id = fc.integer({ min: 1, max: 4 })
const amount = fc.integer({ min: 1, max: 400_000_000 })

type Step =
  | { readonly kind: 'credit' | 'request' | 'convert'; readonly id: number; readonly amount: number }
  | {
      readonly kind:
        | 'recall'
        | 'keep'
        | 'return'
        | 'approve'
        | 'pay'
        | 'undo'
        | 'release'
        | 'refund'
        | 'cancel'
        | 'void'
        | 'die'
      readonly id: number
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit' as const, 'request' as const, 'convert' as const), id, amount }),
  fc.record({
    kind: fc.constantFrom(
      'recall',
      'keep',
      'return',
      'approve',
      'pay',
      'undo',
      'release',
      'refund',
      'cancel',
      'void',
      'die' as const,
    ),
    id,
  }) as fc.Arbitrary<Step>,
)

async function take(stage: Stage, one: Step, isRepeated: boolean): Promise<void> {
  const { id: number } = one
  switch (one.kind) {
    case 'credit':
      await stage.tell({ type: 'credit_deposit', depositId: number, assetId: USDT.id, amount: String(one.amount) })
      return
    case 'request':
      await stage.ask<'request_withdrawal'>({
        type: 'request_withdrawal',
        commandId: isRepeated ? `request-${number}` : stage.commandId(),
        withdrawalId: number,
        assetId: USDT.id,
        amount: String(one.amount),
        terms: { fee: '1000', btcValue: '10', level: 2 },
      })
      return
    case 'convert':
      await stage.ask<'convert'>({
        type: 'convert',
        commandId: isRepeated ? `convert-${number}` : stage.commandId(),
        fromAssetId: USDT.id,
        toAssetId: BTC.id,
        amount: String(one.amount),
        terms: convertTerms(BigInt(one.amount), stage.now),
      })
      return
    case 'recall':
      await stage.tell({ type: 'recall_deposit', depositId: number })
      return
    case 'keep':
    case 'return':
      await stage.tell({ type: 'settle_recall', depositId: number, verdict: one.kind })
      return
    case 'pay':
      // A number that nobody asked for has no transaction: the room refuses it.
      await stage
        .tell({
          type: 'post_payout',
          withdrawalId: number,
          txId: 'first',
          paid: '500',
          networkFee: null,
          isPayment: true,
        })
        .catch(() => null)
      return
    case 'undo':
      await stage.tell({ type: 'undo_payout', withdrawalId: number, txId: 'first', networkFee: null })
      return
    case 'approve':
    case 'refund':
    case 'release':
      await stage.tell({ type: 'settle_withdrawal', withdrawalId: number, verdict: one.kind })
      return
    case 'cancel':
      await stage.ask<'cancel_withdrawal'>({
        type: 'cancel_withdrawal',
        commandId: stage.commandId(),
        withdrawalId: number,
      })
      return
    case 'void':
      await stage.tell({ type: 'void_withdrawal', withdrawalId: number })
      return
    case 'die':
      await stage.wake()
  }
}

/** Every deposit and withdrawal that the room remembers accounts for what came and went through `@external` and `@fees`. */
async function expectOutsideAgrees(stage: Stage): Promise<void> {
  const report = await stage.verify()
  const sum = (account: string) =>
    BigInt(report.accounts.find((row) => row.account === account && row.assetId === USDT.id)?.amount ?? '0')
  for (const table of ['conversion', 'withdrawal', 'payout', 'deposit_credit']) stage.store.make(table)
  const total = (statement: string) =>
    stage.store.rows<{ value: string }>(statement).reduce((all, { value }) => all + BigInt(value), 0n)
  const paidOut = total('SELECT paid AS value FROM payout')
  const fees = total("SELECT fee AS value FROM withdrawal WHERE state = 'captured'")
  const credited = total('SELECT amount AS value FROM deposit_credit WHERE asset_id = 3')
  const returned = total("SELECT recalled AS value FROM deposit_credit WHERE state = 'returned'")
  const convertFees = total('SELECT fee AS value FROM conversion')
  expect(sum('@external')).toBe(paidOut - credited + returned)
  expect(sum('@fees')).toBe(fees + convertFees)
}

test(
  'However deposits, withdrawals and decisions follow each other, nothing is made or lost',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 25 }), async (steps) => {
        await withStage(never, async (stage) => {
          for (const [one, isRepeated] of steps) {
            await take(stage, one, isRepeated)
            if (isRepeated) await take(stage, one, true)
          }
          await expectBooksBalance(stage)
          await expectOutsideAgrees(stage)
        })
      }),
      { numRuns: 40 },
    )
  },
)
