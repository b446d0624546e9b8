// Pool of a quiz event: an option's share as a bar, and the sum of all stakes.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#domain/catalogue'
import { type Amount, decodeAmount, formatUnits, total } from '#domain/money/amount'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { type QuizTerms, wouldPay } from '#domain/quiz/rules'
import { useColon } from '../../text/colon'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

interface Pool {
  /** Staked by option, the first one first. */
  readonly sums: readonly string[]
  readonly bets: number
}

/** In percent with one decimal, as text. */
function shareOf(pool: Pool, index: number): string {
  const sums = pool.sums.map(decodeAmount)
  const all: Amount = total(sums)
  return all === 0n ? '0' : formatUnits(divideHalfEven((sums[index] ?? 0n) * 1_000n, all), 1)
}

interface OptionBarProps {
  readonly pool: Pool
  readonly index: number
  readonly words: string
  readonly isAnswer?: boolean
  /** Said before the share. */
  readonly children?: ReactNode
}

/** Without figures while nobody has bet. */
export function OptionBar({ pool, index, words, isAnswer = false, children }: OptionBarProps) {
  const numbers = useNumbers()
  const share = shareOf(pool, index)
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className={isAnswer ? 'font-semibold' : ''}>{words}</span>
        {pool.bets > 0 && (
          <span className="text-muted tabular-nums">
            {children}
            {numbers.percent(share)}
          </span>
        )}
      </span>
      {pool.bets > 0 && (
        <span className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden="true">
          <span className="block h-full bg-selected" style={{ width: `${share}%` }} />
        </span>
      )}
    </>
  )
}

interface PaysProps {
  readonly pool: Pool
  readonly terms: Pick<QuizTerms, 'stakeMin' | 'fee'>
  readonly index: number
}

/** What one unit of stake returns, before the share. */
export function Pays({ pool, terms: { stakeMin, fee }, index }: PaysProps) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  // Of the smallest stake: a large one lowers its own payout.
  const payout = wouldPay(pool.sums.map(decodeAmount), { option: index + 1, stake: stakeMin, fee })
  const times = numbers.decimal(formatUnits(divideDown(payout * 100n, stakeMin), 2))
  return <>{`${t('pays_times', { times })} · `}</>
}

interface PoolLineProps {
  readonly pool: Pool
  readonly asset: Pick<Asset, 'code' | 'scale'>
  /** Bets are still taken. */
  readonly isOpen: boolean
}

export function PoolLine({ pool, asset, isOpen }: PoolLineProps) {
  const { t } = useTranslation('quiz')
  const withColon = useColon()
  const numbers = useNumbers()
  if (pool.bets === 0 && isOpen) return <p className="text-muted">{t('pool_empty')}</p>
  return (
    <p className="text-muted">
      {withColon(t('pool'))}
      {numbers.usdt(formatUnits(total(pool.sums.map(decodeAmount)), asset.scale))}
      {bound(asset.code)} · {withColon(t('bets'))}
      {numbers.count(pool.bets)}
    </p>
  )
}
