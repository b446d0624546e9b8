// Coupons: what each is worth, how many are left, and a form for a new one, which another person has to approve.

import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { CsvLink, DeskForm, DeskPage, DeskTable, Panel, UtcMoment } from '../../admin/page'
import { useWorthWords } from '../../admin/amount-words'
import { SwitchField } from '../../admin/switch-field'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pager } from '../../components/pager'
import { SelectField } from '../../components/select'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Coupons() {
  const say = useWords('desk')
  const { title, done, rows, total, page, mayAdd } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={say('coupons_text')} done={done} end={<CsvLink what="coupons" />}>
      <Filters />
      <Panel>
        {rows.length === 0 ? (
          <Empty icon="gift">{say('coupons_none')}</Empty>
        ) : (
          <DeskTable caption={title} columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
        )}
        <Pager page={page} total={total} />
      </Panel>
      {mayAdd && <Add />}
    </DeskPage>
  )
}

function Filters() {
  const say = useWords('desk')
  const { chosen, kinds } = useLoaderData<typeof loader>()
  const any = { value: '', words: say('anything') }
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 items-end gap-2 px-4 lg:grid-cols-[2fr_1fr_1fr_auto] lg:px-0">
      <Field label={say('fact_coupon_code')} name="text" type="search" defaultValue={chosen.text} />
      <SelectField
        label={say('fact_coupon')}
        name="kind"
        defaultValue={chosen.kind}
        options={[any, ...kinds.map((value) => ({ value, words: say(`coupon_${value}`) }))]}
      />
      <SelectField
        label={say('col_state')}
        name="state"
        defaultValue={chosen.state}
        options={[any, { value: 'on', words: say('coupon_on') }, { value: 'off', words: say('coupon_off') }]}
      />
      <Button type="submit" variant="quiet">
        {say('search')}
      </Button>
    </Form>
  )
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords('desk')
  const sayWorth = useWorthWords()
  const numbers = useNumbers()
  return [
    {
      key: 'id',
      head: say('col_number'),
      isTitle: true,
      cell: ({ id }) => (
        <Link to={`/admin/coupons/${id}`} className="font-semibold text-selected-text">
          {`#${id}`}
        </Link>
      ),
    },
    { key: 'kind', head: say('fact_coupon'), cell: ({ kind }) => say(`coupon_${kind}`) },
    {
      key: 'worth',
      head: say('coupon_worth'),
      cell: ({ kind, lines }) => <span className="lg:whitespace-normal">{sayWorth(kind, lines)}</span>,
    },
    {
      key: 'code',
      head: say('fact_coupon_code'),
      isIdle: ({ code }) => code === null,
      cell: ({ code }) => code ?? '—',
    },
    {
      key: 'claimed',
      head: say('coupon_claimed'),
      isNumber: true,
      cell: ({ claimed, stock }) => `${numbers.count(claimed)} / ${numbers.count(stock)}`,
    },
    {
      key: 'until',
      head: <span className="lg:whitespace-normal">{say('fact_until')}</span>,
      cell: ({ claimUntil }) => <UtcMoment at={claimUntil} />,
    },
    {
      key: 'state',
      head: say('col_state'),
      cell: ({ isEnabled, isListed, isWelcome }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={isEnabled ? 'good' : 'bad'}>{say(isEnabled ? 'coupon_on' : 'coupon_off')}</Badge>
          {isListed && <Badge tone="plain">{say('fact_listed')}</Badge>}
          {isWelcome && <Badge tone="brand">{say('fact_welcome')}</Badge>}
        </span>
      ),
    },
  ]
}

function Add() {
  const say = useWords('desk')
  const numbers = useNumbers()
  const { commandId, kinds, assets, preset } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={say('coupon_new')}>
      <div className="grid gap-3 p-4">
        <Notice tone="plain">{say('two_people')}</Notice>
        <DeskForm commandId={commandId} step="add" answer={answer} submit={say('invite_submit')}>
          <div className="grid gap-3 lg:grid-cols-3">
            {/* A number is read as it was written. */}
            <input type="hidden" name="language" value={numbers.language} />
            <SelectField
              label={say('fact_coupon')}
              name="kind"
              options={kinds.map((kind) => ({ value: kind, words: say(`coupon_${kind}`) }))}
            />
            <Field label={say('fact_share')} hint={say('coupon_share_hint')} name="share" inputMode="decimal" />
            <Field label={say('fact_days')} hint={say('coupon_days_hint')} name="days" inputMode="numeric" />
            <Field label={say('fact_amount')} hint={say('coupon_amount_hint')} name="amount" inputMode="decimal" />
            <SelectField
              label={say('fact_asset')}
              name="assetId"
              defaultValue="3"
              options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
            />
            <Field label={say('fact_coupon_code')} hint={say('coupon_code_hint')} name="code" maxLength={32} />
            <Field label={say('fact_stock')} name="stock" inputMode="numeric" required />
            <Field label={say('fact_use_within')} name="useWithinDays" inputMode="numeric" defaultValue="30" required />
            <Field
              label={say('fact_from')}
              name="claimFrom"
              type="datetime-local"
              defaultValue={preset.from}
              required
            />
            <Field
              label={say('fact_until')}
              name="claimUntil"
              type="datetime-local"
              defaultValue={preset.until}
              required
            />
            <SwitchField label={say('fact_listed')} name="isListed" value="1" />
            <SwitchField label={say('fact_welcome')} name="isWelcome" value="1" />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}
