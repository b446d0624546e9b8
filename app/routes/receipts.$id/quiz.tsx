// Facts of receipts of a quiz event: its payout, and the bets that were committed to before the answer.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { AnyBetReceipt } from '#domain/quiz/bet-receipt'
import { type AnyBetsReceipt, type CommittedTerms, betEntry } from '#domain/quiz/commitment'
import type { AnyQuizReceipt } from '#domain/quiz/receipt'
import { MerkleCheck } from '../../components/fairness/merkle-check'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

const SCALE = 6

export function QuizFacts({ receipt }: { readonly receipt: AnyQuizReceipt }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const { bets, answer, evidence, asset, event, closesAt, decidedAt, fee } = receipt
  const money = (units: bigint) => `${numbers.decimal(trimZeros(formatUnits(units, SCALE)))}\u00a0${asset}`
  const sum = (of: 'stake' | 'paid') => bets.reduce((total, bet) => total + BigInt(bet[of]), 0n)
  const terms = useTerms(receipt)
  const rows: readonly ReceiptFact[] = [
    [t('event'), `#${event}`],
    ...terms,
    [t('answer'), answer === 0 ? t('answer_void') : t('option_number', { number: numbers.count(answer) })],
    [t('evidence'), evidence],
    [t('bets'), numbers.count(bets.length)],
    [t('pool'), money(sum('stake'))],
    [t('paid'), money(sum('paid'))],
    [t('fee'), money(BigInt(fee))],
    [t('closes_at'), <Moment key="closes" at={closesAt} />],
    [t('committed_at'), <CommitmentLink key="committed" at={receipt.committedAt} id={receipt.commitment} />],
    [t('decided_at'), <Moment key="decided" at={decidedAt} />],
  ]
  return <Facts rows={rows} ticks={receipt.ticks} ticksAre="before" />
}

/** Terms committed to with the bets; empty for older receipts, which lack them. */
function useTerms(receipt: AnyQuizReceipt | AnyBetsReceipt): readonly ReceiptFact[] {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  if (!('options' in receipt)) return []
  const { question, options, feeRate }: CommittedTerms = receipt
  return [
    [t('committed_question'), question],
    [t('committed_options'), options.map((option, index) => `${index + 1}. ${option}`).join(' ')],
    [t('committed_fee'), numbers.rate(rate(BigInt(feeRate)))],
  ]
}

const CommitmentLink = ({ at, id }: { readonly at: number; readonly id: string }) => (
  <Link to={`/receipts/${id}`} className="text-selected-text hover:underline">
    <Moment at={at} />
  </Link>
)

export function QuizBetsFacts({ receipt }: { readonly receipt: AnyBetsReceipt }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const { event, bets, root, closesAt, at } = receipt
  const terms = useTerms(receipt)
  const rows: readonly ReceiptFact[] = [
    [t('event'), `#${event}`],
    ...terms,
    [t('bets'), numbers.count(bets)],
    [t('closes_at'), <Moment key="closes" at={closesAt} />],
    [t('committed_at'), <Moment key="committed" at={at} />],
    [
      t('bets_root'),
      <code key="root" className="text-2xs break-all">
        {root ?? '—'}
      </code>,
    ],
  ]
  return <Facts rows={rows} />
}

/** One bet, with a button for checking the commitment in the browser. */
export function QuizBetFacts({ receipt }: { readonly receipt: AnyBetReceipt }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const { bets, option, stake, at, index, path } = receipt
  const terms = useTerms(bets)
  const rows: readonly ReceiptFact[] = [
    [t('event'), `#${bets.event}`],
    ...terms,
    [t('option'), t('option_number', { number: numbers.count(option) })],
    [t('stake'), numbers.usdt(formatUnits(BigInt(stake), SCALE))],
    [t('time'), <Moment key="at" at={at} />],
    [t('closes_at'), <Moment key="closes" at={bets.closesAt} />],
    [t('committed_at'), <Moment key="committed" at={bets.at} />],
    [t('bet_place'), `${numbers.count(index + 1)} / ${numbers.count(bets.bets)}`],
    [
      t('bets_root'),
      <code key="root" className="text-2xs break-all">
        {bets.root}
      </code>,
    ],
  ]
  return (
    <>
      <Facts rows={rows} />
      <section className="panel grid gap-3 p-4 text-sm">
        <p className="text-muted">{t('bet_check_text')}</p>
        <MerkleCheck
          entries={[{ index, size: bets.bets, path, entry: betEntry(bets, receipt), root: bets.root }]}
          isRight={() => at < bets.closesAt}
          button={t('bet_check')}
          verdicts={{ right: t('bet_check_right'), wrong: t('bet_check_wrong'), failed: t('bet_check_failed') }}
        />
      </section>
    </>
  )
}
