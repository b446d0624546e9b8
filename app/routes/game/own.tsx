// Current house seed, own rounds, and revealed seeds.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ROUNDS_PER_SEED_MAX } from '#domain/game/rules'
import { type Amount, decodeAmount, formatUnits, subtract } from '#domain/money/amount'
import type { GameRoundRow, GameSeedRow, RevealedSeedRow } from '#party/protocol/game'
import { Button } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { type Column, DataTable } from '../../components/data-table'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

const SCALE = 6

/** Id of the form that commits to a seed. Before the first, its button stands where rounds are played. */
export const RENEW = 'renew-seed'

interface SeedProps {
  readonly seed: GameSeedRow | null
  /** The player's own seed. */
  readonly children?: ReactNode
}

export function SeedInUse({ seed, children }: SeedProps) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="font-semibold">{t('seed_title')}</h2>
      {seed ? (
        <>
          <p className="text-muted">{t('commitment')}</p>
          <p className="flex items-center gap-1">
            <code className="min-w-0 text-2xs break-all">{seed.commitment}</code>
            <CopyButton text={seed.commitment} label={t('commitment')} />
          </p>
          <p>
            {t('rounds_played', { played: numbers.count(seed.rounds), max: numbers.count(ROUNDS_PER_SEED_MAX) })} ·{' '}
            <Moment at={seed.committedAt} />
          </p>
        </>
      ) : (
        <p className="text-muted">{t('begin_text')}</p>
      )}
      {children}
      {answer?.problem && answer.fields['intent'] === 'renew' && <Notice tone="bad">{answer.problem.text}</Notice>}
      {(!seed || seed.rounds > 0) && (
        <Form id={RENEW} method="post" className="grid gap-2" preventScrollReset>
          <input type="hidden" name="commandId" value={commandId} />
          {seed && (
            <>
              <p className="text-muted">{t('renew_text')}</p>
              <Button name="intent" value="renew" isBusy={isSending}>
                {t('renew')}
              </Button>
            </>
          )}
        </Form>
      )}
      <Link to="/game/verify" className="py-1 text-selected-text hover:underline">
        {t('verify_title')}
      </Link>
    </section>
  )
}

interface RoundsProps {
  readonly rounds: readonly GameRoundRow[]
  readonly revealed: readonly RevealedSeedRow[]
}

export function Rounds({ rounds, revealed }: RoundsProps) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const seeds = new Map(revealed.map(({ seedNo, seed }) => [seedNo, seed]))
  const money = (value: Amount) => numbers.decimal(formatUnits(value, SCALE).replace(/(\.\d{2})\d*$/, '$1'))
  const columns: readonly Column<GameRoundRow>[] = [
    { key: 'round', head: t('round'), isTitle: true, cell: ({ roundNo }) => `#${roundNo}` },
    { key: 'roll', head: t('roll'), isNumber: true, cell: ({ roll }) => numbers.count(roll) },
    { key: 'under', head: t('wins_below'), isNumber: true, cell: ({ under }) => numbers.count(under) },
    {
      key: 'stake',
      head: t('stake'),
      isNumber: true,
      cell: ({ stake }) => <Hideable>{money(decodeAmount(stake))}</Hideable>,
    },
    {
      key: 'result',
      head: t('result'),
      isNumber: true,
      cell: ({ stake, paid }) => <RoundResult value={subtract(decodeAmount(paid), decodeAmount(stake))} />,
    },
    { key: 'at', head: t('time'), isWide: true, cell: ({ at }) => <Moment at={at} /> },
    {
      key: 'check',
      head: t('check'),
      cell: (row) => {
        const seed = seeds.get(row.seedNo)
        return seed === undefined ? (
          <span className="text-muted">{t('not_revealed')}</span>
        ) : (
          <Link to={checkLink(row, seed)} className="text-selected-text hover:underline">
            {t('check')}
          </Link>
        )
      },
    },
  ]
  return (
    <section className="panel overflow-hidden max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0">
      <h2 className="px-4 pt-4 pb-2 font-semibold">{t('rounds')}</h2>
      <DataTable caption={t('rounds')} columns={columns} rows={rounds} keyOf={({ roundNo }) => String(roundNo)} />
    </section>
  )
}

const checkLink = ({ clientSeed, nonce, under }: GameRoundRow, seed: string): string =>
  `/game/verify?${new URLSearchParams({ seed, client: clientSeed, nonce: String(nonce), under: String(under) }).toString()}`

function RoundResult({ value }: { readonly value: Amount }) {
  const numbers = useNumbers()
  return (
    <Hideable>
      <span className={value > 0n ? 'text-up-text' : ''}>{numbers.result(formatUnits(value, SCALE))}</span>
    </Hideable>
  )
}

export function Revealed({ seeds }: { readonly seeds: readonly RevealedSeedRow[] }) {
  const { t } = useTranslation('game')
  const withColon = useColon()
  const numbers = useNumbers()
  return (
    <section className="panel grid gap-3 p-4 text-sm">
      <h2 className="font-semibold">{t('revealed')}</h2>
      <ul className="grid gap-3">
        {seeds.map(({ seedNo, seed, revealedAt, receiptId, rounds }) => (
          <li key={seedNo} className="grid gap-1">
            <span className="flex flex-wrap justify-between gap-x-3 text-muted">
              <Moment at={revealedAt} />
              <span>
                {withColon(t('rounds'))}
                {numbers.count(rounds)}
              </span>
            </span>
            <code className="text-2xs break-all">{seed}</code>
            {receiptId && (
              <Link
                to={`/receipts/${receiptId}`}
                className="justify-self-start py-1 text-selected-text hover:underline"
              >
                {t('receipt')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
