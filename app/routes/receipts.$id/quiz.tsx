// Facts of a quiz event receipt.

import { useTranslation } from 'react-i18next'
import { formatUnits, trimZeros } from '#domain/money/amount'
import type { QuizReceipt } from '#domain/quiz/receipt'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

const SCALE = 6

export function QuizFacts({ receipt }: { readonly receipt: QuizReceipt }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const { bets, answer, evidence, asset, event, closesAt, decidedAt, fee } = receipt
  const money = (units: bigint) => `${numbers.decimal(trimZeros(formatUnits(units, SCALE)))}\u00a0${asset}`
  const sum = (of: 'stake' | 'paid') => bets.reduce((total, bet) => total + BigInt(bet[of]), 0n)
  const rows: readonly ReceiptFact[] = [
    [t('event'), `#${event}`],
    [t('answer'), answer === 0 ? t('answer_void') : t('option_number', { number: numbers.count(answer) })],
    [t('evidence'), evidence],
    [t('bets'), numbers.count(bets.length)],
    [t('pool'), money(sum('stake'))],
    [t('paid'), money(sum('paid'))],
    [t('fee'), money(BigInt(fee))],
    [t('closes_at'), <Moment key="closes" at={closesAt} />],
    [t('decided_at'), <Moment key="decided" at={decidedAt} />],
  ]
  return <Facts rows={rows} />
}
