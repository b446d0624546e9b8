// Round form. Works without scripts; with scripts it shows figures while typing and generates the player seed in the
// browser.

import { Link, useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GameTerms, UNDER, chanceText } from '#domain/game/rules'
import { type Amount, decodeAmount, formatAmount, trimZeros } from '#domain/money/amount'
import type { GameRoundRow, GameSeedRow } from '#party/protocol/game'
import { Button, buttonClass } from '../../components/button'
import { DecimalField, Field } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Notice } from '../../components/notice'
import { useAlive } from '../../components/use-alive'
import { OwnLimitsLink } from '../../components/trade/own-limits-link'
import { CHANCES, type GameFields, type GameReading, readGameForm } from '../../forms/game'
import { useAnswered } from '../../forms/use-answered'
import { type ValuesOf, problemAt, problemOfForm } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { GameAnswer, action, loader } from './data.server'
import { RENEW, SeedInUse } from './own'
import { RollBar } from './roll-bar'

/** Id of the form. A made one differs between the server and the browser, and the own seed is drawn later than the form. */
const ROUND = 'round'
const BESIDE = ['chance', 'stake', 'client_seed']

interface FormProps {
  readonly terms: GameTerms
  /** Null before the first: the button then commits to one, by the form of the seed. */
  readonly seed: GameSeedRow | null
  readonly available: Amount
}

export function RoundForm({ terms, seed, available }: FormProps) {
  const { t } = useTranslation('game')
  const words = useRefusalWords()
  const numbers = useNumbers()
  const { commandId, language } = useLoaderData<typeof loader>()
  const { fetcher, isSending, sent, answer, ownId } = useAnswered<ValuesOf<typeof action>>(commandId)
  const isAlive = useAlive()
  const [fields, setFields] = useState<GameFields>({
    chance: sent?.['chance'] ?? numbers.field(CHANCES[2] ?? ''),
    stake: sent?.['stake'] ?? '',
    clientSeed: sent?.['client_seed'] ?? '',
  })
  const change = (part: Partial<GameFields>) => setFields((before) => ({ ...before, ...part }))
  useEffect(() => change({ clientSeed: randomSeed() }), [])
  const reading = readGameForm({ terms, language, available }, fields)
  const { problems } = reading
  const isSaid = Object.keys(problems).length > 0
  const said = (field: keyof GameFields, name: string = field) => {
    const refusal = problems[field]
    return refusal ? words(refusal) : problemAt(answer, name)
  }
  return (
    <>
      <section aria-label={t('title')} className="panel p-4">
        <fetcher.Form
          id={ROUND}
          method="post"
          className="grid gap-3"
          aria-busy={isSending}
          onSubmit={(event) => isSending && event.preventDefault()}
        >
          <input type="hidden" name="commandId" value={ownId} />
          <input type="hidden" name="language" value={language} />
          {seed && <input type="hidden" name="seed_no" value={seed.seedNo} />}
          <Roll answer={answer} odds={reading.odds} />
          <DecimalField
            label={t('chance')}
            name="chance"
            value={fields.chance}
            onChange={(event) => change({ chance: event.target.value })}
            hint={<ChanceHint />}
            problem={said('chance')}
            unit="%"
          />
          <Chances isDisabled={!isAlive} onChoose={(chance) => change({ chance })} />
          <DecimalField
            label={t('stake')}
            name="stake"
            value={fields.stake}
            onChange={(event) => change({ stake: event.target.value })}
            aside={
              <>
                {t('available')} <Hideable>{numbers.usdt(formatAmount(terms.asset, available))}</Hideable>
              </>
            }
            hint={<StakeHint terms={terms} />}
            problem={said('stake')}
            unit={terms.asset.code}
          />
          <Figures reading={reading} terms={terms} />
          {/* Above the button for phone screens; omits errors shown beside fields. */}
          <div aria-live="polite">
            <AnswerNotice answer={answer} terms={terms} isSaid={isSaid} />
          </div>
          <StartButton hasSeed={seed !== null} isSending={isSending} />
          <p className="text-2xs text-muted">{t('risk')}</p>
          <OwnLimitsLink className="text-2xs" />
        </fetcher.Form>
      </section>
      <SeedInUse seed={seed}>
        {seed && (
          <OwnSeed
            form={ROUND}
            text={fields.clientSeed}
            onText={(clientSeed) => change({ clientSeed })}
            problem={said('clientSeed', 'client_seed')}
          />
        )}
      </SeedInUse>
    </>
  )
}

/** Plays a round; without a seed in use, commits to one first. */
function StartButton({ hasSeed, isSending }: { readonly hasSeed: boolean; readonly isSending: boolean }) {
  const { t } = useTranslation('game')
  const isBeginning = useNavigation().formMethod === 'POST'
  if (!hasSeed) {
    return (
      <Button form={RENEW} name="intent" value="renew" variant="brand" isWide isBusy={isBeginning}>
        {t('begin')}
      </Button>
    )
  }
  return (
    <Button name="intent" value="play" variant="brand" isWide isBusy={isSending}>
      {t('play')}
    </Button>
  )
}

interface RollProps extends Pick<GameReading, 'odds'> {
  readonly answer: GameAnswer | undefined
}

function Roll({ answer, odds }: RollProps) {
  const round = answer?.done?.intent === 'play' ? answer.done.value : null
  return <RollBar key={round?.roundNo ?? 0} under={round?.under ?? odds?.under ?? 0} roll={round?.roll ?? null} />
}

interface OwnSeedProps {
  /** Id of the form that the field belongs to. */
  readonly form: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly problem: string | undefined
}

function OwnSeed({ form, text, onText, problem }: OwnSeedProps) {
  const { t } = useTranslation('game')
  return (
    <Field
      label={t('own_seed')}
      name="client_seed"
      form={form}
      value={text}
      onChange={(event) => onText(event.target.value)}
      autoComplete="off"
      spellCheck={false}
      required
      hint={t('own_seed_hint')}
      problem={problem}
    />
  )
}

function ChanceHint() {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  return (
    <>
      {t('chance_hint', {
        min: numbers.decimal(chanceText(UNDER.min)),
        max: numbers.decimal(chanceText(UNDER.max)),
      })}
    </>
  )
}

function StakeHint({ terms }: { readonly terms: GameTerms }) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  return (
    <>
      {t('stake_hint', {
        min: numbers.decimal(trimZeros(formatAmount(terms.asset, terms.stakeMin))),
        max: numbers.decimal(trimZeros(formatAmount(terms.asset, terms.stakeMax))),
        asset: terms.asset.code,
      })}
    </>
  )
}

interface ChancesProps {
  readonly isDisabled: boolean
  readonly onChoose: (chance: string) => void
}

function Chances({ isDisabled, onChoose }: ChancesProps) {
  const numbers = useNumbers()
  return (
    <div className="grid grid-cols-5 gap-1 noscript:hidden">
      {CHANCES.map((chance) => (
        <button
          key={chance}
          type="button"
          disabled={isDisabled}
          onClick={() => onChoose(numbers.field(chance))}
          className="button button-quiet button-sm px-1"
        >
          {numbers.percent(chance)}
        </button>
      ))}
    </div>
  )
}

/** Generated in the browser, so that the house cannot influence it. */
const randomSeed = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

interface FiguresProps {
  readonly reading: GameReading
  readonly terms: GameTerms
}

function Figures({ reading: { odds, figures }, terms }: FiguresProps) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const money = (value: Amount | undefined) =>
    value === undefined
      ? '—'
      : `${numbers.decimal(trimZeros(formatAmount(terms.asset, value)))}\u00a0${terms.asset.code}`
  const rows = [
    ['wins_below', odds ? numbers.count(odds.under) : '—'],
    ['pays', odds ? t('times', { times: numbers.decimal(trimZeros(odds.multiplier)) }) : '—'],
    ['if_won', money(figures?.payout)],
    ['if_lost', money(figures?.stake)],
  ] as const
  return (
    <FigureList
      rows={rows.map(([key, value]) => ({ key, label: t(key), value }))}
      look="tight"
      className="rounded-lg bg-raised px-3 py-2 text-xs"
    />
  )
}

interface AnswerProps {
  readonly answer: GameAnswer | undefined
  readonly terms: GameTerms
  readonly isSaid: boolean
}

function AnswerNotice({ answer, terms, isSaid }: AnswerProps) {
  const { t } = useTranslation('shell')
  if (answer?.isUnanswered) return <Notice tone="bad">{t('unanswered')}</Notice>
  const problem = answer?.fields['intent'] === 'renew' ? undefined : problemOfForm(answer, BESIDE)
  if (problem) return isSaid ? null : <Notice tone="bad">{problem}</Notice>
  return answer?.done?.intent === 'play' ? <Result round={answer.done.value} terms={terms} /> : null
}

function Result({ round, terms }: { readonly round: GameRoundRow; readonly terms: GameTerms }) {
  const { t } = useTranslation('game')
  const numbers = useNumbers()
  const isWon = round.roll < round.under
  const amount = `${numbers.decimal(trimZeros(formatAmount(terms.asset, decodeAmount(isWon ? round.paid : round.stake))))}\u00a0${terms.asset.code}`
  const facts = { roll: numbers.count(round.roll), under: numbers.count(round.under), amount }
  return (
    <Notice tone={isWon ? 'good' : 'plain'}>
      <span role="status">{t(isWon ? 'won_text' : 'lost_text', facts)}</span>
    </Notice>
  )
}

export function LoginLink() {
  const { t } = useTranslation('game')
  const { pathname } = useLocation()
  return (
    <>
      <p className="text-sm text-muted">{t('guest')}</p>
      <Link
        to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`}
        className={buttonClass({ variant: 'brand', isWide: true })}
      >
        {t('log_in')}
      </Link>
    </>
  )
}
