// Facts of a house seed receipt.

import { useTranslation } from 'react-i18next'
import type { GameReceipt } from '#domain/game/receipt'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'
import { Facts, type ReceiptFact } from './facts'

const SCALE = 6

export function GameFacts({ receipt }: { readonly receipt: GameReceipt }) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const { seed, commitment, committedAt, at, rounds, asset } = receipt
  const sum = (of: 'stake' | 'paid') => {
    const units = rounds.reduce((total, round) => total + BigInt(round[of]), 0n)
    return `${numbers.decimal(trimZeros(formatUnits(units, SCALE)))}\u00a0${asset}`
  }
  const rows: readonly ReceiptFact[] = [
    [t('rounds'), numbers.count(rounds.length)],
    [t('stake'), sum('stake')],
    [t('paid_back'), sum('paid')],
    [t('committed_at'), <Moment key="committed" at={committedAt} />],
    [t('revealed_at'), <Moment key="at" at={at} />],
    [t('commitment'), <Hash key="commitment" text={commitment} />],
    [t('verify_seed'), <Hash key="seed" text={seed} />],
  ]
  return <Facts rows={rows} />
}

const Hash = ({ text }: { readonly text: string }) => <code className="text-2xs break-all">{text}</code>
