// IEO application form. Works without scripts; with scripts it shows figures while typing and asks for confirmation.

import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation, useSubmit } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IEO_WALLET, checkOpen } from '#domain/ieo/terms'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { AmountField } from '../../components/amount-field'
import { Button, buttonClass } from '../../components/button'
import { FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { FundsProblems, Notice } from '../../components/notice'
import { PayingWallet } from '../../components/wallet/paying-wallet'
import { askFirst } from '../../components/prompt'
import { SelectField } from '../../components/select'
import { amountProblem, commandOf } from '../../forms/funds'
import { type IeoFigures, type IeoPay, readApplication } from '../../forms/ieo'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

export function ApplyForm() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const { project, isGuest, language, commandId, drawnAt } = useLoaderData<typeof loader>()
  const { answer, form, text, setText, pay, setPay, pays, reading, isSending, ask } = useApplication()
  const open = checkOpen(project, drawnAt)
  const { asset, min, userMax } = project
  const bounds = { min: numbers.count(min), max: numbers.count(userMax), asset: asset.code }
  const problem = reading.problem ? words(reading.problem) : amountProblem(answer, text)
  return (
    <section className="panel grid gap-4 p-4">
      <h2 className="font-semibold">{t('apply_title')}</h2>
      {!open.ok && <Notice tone="plain">{t(open.refusal.code === 'ieo_paused' ? 'paused' : 'not_open')}</Notice>}
      <Form ref={form} method="post" className="grid gap-4" aria-busy={isSending} onSubmit={ask}>
        <FundsProblems answer={answer} fields={['form', 'asset']} />
        <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="seen" value={reading.figures?.held.toString() ?? ''} />
        {pays.length > 1 && (
          <SelectField
            label={t('pays')}
            name="pay"
            value={pay?.asset.code ?? ''}
            onChange={(event) => setPay(event.currentTarget.value)}
            options={pays.map((each) => ({ value: each.asset.code, words: each.asset.code }))}
          />
        )}
        {pays.length === 1 && <input type="hidden" name="pay" value={pay?.asset.code ?? ''} />}
        <AmountField
          label={t('quantity')}
          name="amount"
          unit={asset.code}
          scale={0}
          value={text}
          onText={setText}
          hint={t('quantity_hint', bounds)}
          isRequired
          problem={problem}
        />
        {pay && (
          <PayingWallet
            wallet={IEO_WALLET}
            asset={pay.asset}
            available={pay.available === null ? null : decodeAmount(pay.available)}
            needed={reading.figures?.held ?? null}
          />
        )}
        {pay && pay.price === null && <Notice tone="plain">{t('no_price')}</Notice>}
        <Figures figures={reading.figures} pay={pay} />
        {isGuest ? (
          <LoginLink />
        ) : (
          <Button variant="brand" size="lg" isBusy={isSending} disabled={!open.ok}>
            {t('confirm')}
          </Button>
        )}
        <p className="text-2xs text-muted">{t('risk')}</p>
      </Form>
    </section>
  )
}

function useApplication() {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const submit = useSubmit()
  const { project, pays, rows, language } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const [text, setText] = useState(answer?.fields['amount'] ?? '')
  const [chosen, setPay] = useState(answer?.fields['pay'] ?? pays[0]?.asset.code ?? '')
  const pay = pays.find(({ asset }) => asset.code === chosen) ?? pays[0]
  const applied = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const reading = readApplication({ sale: project, language, applied }, text, pay)
  const { figures } = reading
  /** Confirmation before holding money irrevocably; without scripts the form submits directly. */
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    if (!figures || !pay || reading.problem) return
    event.preventDefault()
    const sent = event.currentTarget
    const facts = {
      quantity: numbers.count(figures.quantity),
      asset: project.asset.code,
      held: numbers.amount(pay.asset, figures.held),
      pay: pay.asset.code,
    }
    const isYes = await askFirst({ title: t('confirm_title'), text: t('confirm_text', facts), yes: t('confirm') })
    if (isYes) submit(sent)
  }
  const isSending = useNavigation().formMethod === 'POST'
  return { answer, form, text, setText, pay, setPay, pays, reading, isSending, ask: (event: FormEvent<HTMLFormElement>) => void ask(event) } // prettier-ignore
}

/** Held amount, and the expected allotment at the current total. */
function Figures({ figures, pay }: { readonly figures: IeoFigures | null; readonly pay: IeoPay | undefined }) {
  const { t } = useTranslation('ieo')
  const numbers = useNumbers()
  const { project } = useLoaderData<typeof loader>()
  if (!figures || !pay) return null
  const money = (value: IeoFigures['held']) => `${numbers.amount(pay.asset, value)}\u00a0${pay.asset.code}`
  const token = (count: number) => `${numbers.count(count)}\u00a0${project.asset.code}`
  const daily = trimZeros(formatUnits(figures.daily, project.asset.scale))
  const rows = [
    ...(pay.price && pay.asset.code !== 'USDT'
      ? ([
          [
            'rate',
            `1 ${pay.asset.code} = ${numbers.decimal(formatSteps(pay.price.priceSteps, pay.price.decimals))}\u00a0USDT`,
          ],
        ] as const)
      : []),
    ['held', money(figures.held)],
    ...(project.mode === 'pro_rata'
      ? ([
          ['if_all', token(figures.quantity)],
          ['if_now', token(figures.ifNow)],
          ['if_now_back', money(figures.back)],
        ] as const)
      : []),
    ['unlock_daily', `${numbers.decimal(daily)}\u00a0${project.asset.code}`],
  ] as const
  return (
    <FigureList
      rows={rows.map(([key, value]) => ({ key, label: t(key), value }))}
      look="close"
      className="rounded-lg bg-raised px-3 py-2 text-sm"
    />
  )
}

function LoginLink() {
  const { t } = useTranslation('ieo')
  const { pathname } = useLocation()
  return (
    <Link
      to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`}
      className={buttonClass({ variant: 'brand', isWide: true })}
    >
      {t('log_in')}
    </Link>
  )
}
