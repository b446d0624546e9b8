// Desk page of coupons: benefit, remaining count, and a form for a new coupon, which needs a second approval.

import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { CsvLink, DeskForm, DeskPage, Panel, UtcMoment } from '../../admin/page'
import { useWorthWords } from '../../admin/amount-words'
import { SwitchField } from '../../admin/switch-field'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { SelectField } from '../../components/select'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Coupons() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page, mayAdd } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={t('coupons_text')} done={done} end={<CsvLink what="coupons" />}>
      <Filters />
      <DeskList
        none={{ icon: 'gift', words: t('coupons_none') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        pages={{ page, total }}
      />
      {mayAdd && <Add />}
    </DeskPage>
  )
}

function Filters() {
  const { t } = useTranslation('desk')
  const { chosen, kinds } = useLoaderData<typeof loader>()
  const any = { value: '', words: t('anything') }
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 items-end gap-2 px-4 lg:grid-cols-[2fr_1fr_1fr_auto] lg:px-0">
      <Field label={t('fact_coupon_code')} name="text" type="search" defaultValue={chosen.text} />
      <SelectField
        label={t('fact_coupon')}
        name="kind"
        defaultValue={chosen.kind}
        options={[any, ...kinds.map((value) => ({ value, words: t(`coupon_${value}`) }))]}
      />
      <SelectField
        label={t('col_state')}
        name="state"
        defaultValue={chosen.state}
        options={[any, { value: 'on', words: t('coupon_on') }, { value: 'off', words: t('coupon_off') }]}
      />
      <Button type="submit" variant="quiet">
        {t('search')}
      </Button>
    </Form>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const sayWorth = useWorthWords()
  const numbers = useNumbers()
  return [
    {
      key: 'id',
      head: t('col_number'),
      isTitle: true,
      cell: ({ id }) => (
        <Link to={`/admin/coupons/${id}`} className="font-semibold text-selected-text">
          {`#${id}`}
        </Link>
      ),
    },
    { key: 'kind', head: t('fact_coupon'), cell: ({ kind }) => t(`coupon_${kind}`) },
    {
      key: 'worth',
      head: t('coupon_worth'),
      cell: ({ kind, lines }) => <span className="lg:whitespace-normal">{sayWorth(kind, lines)}</span>,
    },
    {
      key: 'code',
      head: t('fact_coupon_code'),
      isIdle: ({ code }) => code === null,
      cell: ({ code }) => code ?? '—',
    },
    {
      key: 'claimed',
      head: t('coupon_claimed'),
      isNumber: true,
      cell: ({ claimed, stock }) => `${numbers.count(claimed)} / ${numbers.count(stock)}`,
    },
    {
      key: 'until',
      head: <span className="lg:whitespace-normal">{t('fact_until')}</span>,
      cell: ({ claimUntil }) => <UtcMoment at={claimUntil} />,
    },
    {
      key: 'state',
      head: t('col_state'),
      cell: ({ isEnabled, isListed, isWelcome }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={isEnabled ? 'good' : 'bad'}>{t(isEnabled ? 'coupon_on' : 'coupon_off')}</Badge>
          {isListed && <Badge tone="plain">{t('fact_listed')}</Badge>}
          {isWelcome && <Badge tone="brand">{t('fact_welcome')}</Badge>}
        </span>
      ),
    },
  ]
}

function Add() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { commandId, kinds, assets, preset } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('coupon_new')}>
      <div className="grid gap-3 p-4">
        <Notice tone="plain">{t('two_people')}</Notice>
        <DeskForm commandId={commandId} step="add" answer={answer} submit={t('invite_submit')}>
          <div className="grid gap-3 lg:grid-cols-3">
            {/* Language for parsing the numbers. */}
            <input type="hidden" name="language" value={numbers.language} />
            <SelectField
              label={t('fact_coupon')}
              name="kind"
              options={kinds.map((kind) => ({ value: kind, words: t(`coupon_${kind}`) }))}
            />
            <Field label={t('fact_share')} hint={t('coupon_share_hint')} name="share" inputMode="decimal" />
            <Field label={t('fact_days')} hint={t('coupon_days_hint')} name="days" inputMode="numeric" />
            <Field label={t('fact_amount')} hint={t('coupon_amount_hint')} name="amount" inputMode="decimal" />
            <SelectField
              label={t('fact_asset')}
              name="assetId"
              defaultValue="3"
              options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
            />
            <Field label={t('fact_coupon_code')} hint={t('coupon_code_hint')} name="code" maxLength={32} />
            <Field label={t('fact_stock')} name="stock" inputMode="numeric" required />
            <Field label={t('fact_use_within')} name="useWithinDays" inputMode="numeric" defaultValue="30" required />
            <Field label={t('fact_from')} name="claimFrom" type="datetime-local" defaultValue={preset.from} required />
            <Field
              label={t('fact_until')}
              name="claimUntil"
              type="datetime-local"
              defaultValue={preset.until}
              required
            />
            <SwitchField label={t('fact_listed')} name="isListed" value="1" />
            <SwitchField label={t('fact_welcome')} name="isWelcome" value="1" />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}
