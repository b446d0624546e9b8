// Price rounds that this browser saved as evidence for its orders: the ticket's line after an order, and their list.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { type HeldRound, heldRounds, holdRound, readRound } from '../../visitor/held-rounds'
import { Moment } from '../moment'

/** The newest round before an accepted order; the browser keeps it. */
export function RoundOfOrder({ text }: { readonly text: string | null | undefined }) {
  const { t } = useTranslation('shell')
  const numbers = useNumbers()
  useEffect(() => {
    if (text) holdRound(text)
  }, [text])
  const round = text ? readRound(text) : null
  if (!round) return null
  return (
    <p className="text-2xs text-muted" title={round.text} data-testid="round-of-order">
      {t('round_held', { round: numbers.count(parseInt(round.no, 10)) })}
    </p>
  )
}

/** Renders nothing without scripts or before the first order. */
export function HeldRounds() {
  const { t } = useTranslation('fairness')
  const [rounds, setRounds] = useState<readonly HeldRound[]>([])
  useEffect(() => setRounds(heldRounds()), [])
  if (rounds.length === 0) return null
  return (
    <section className="panel mx-3 mb-3 grid gap-2 p-4 text-sm lg:mx-0">
      <h2 className="font-semibold">{t('rounds_title')}</h2>
      <p>{t('rounds_text')}</p>
      <ul className="grid gap-2">
        {rounds.map(({ no, at, text }) => (
          <li key={text} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-3">
              <Moment at={at} />
              <a href={`/api/v1/log/round?round=${no}`} className="text-selected-text hover:underline">
                {t('log_proof')}
              </a>
            </span>
            <code className="text-2xs break-all">{text}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
