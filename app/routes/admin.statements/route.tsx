// Bank statement lines: unmatched lines first, with their actions.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LINE_STATES, STATEMENT_COLUMNS, STATEMENT_KB_MAX, STATEMENT_LINES_MAX } from '#domain/buy/statement'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskList } from '../../admin/desk-list'
import { DeskForm, DeskPage, Panel } from '../../admin/page'
import type { Column } from '../../components/data-table'
import { Field } from '../../components/field'
import { Tabs } from '../../components/tabs'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Statements() {
  const { t } = useTranslation('desk')
  const { title, done, state, rows, total, page, mayWrite } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={t('statements_text')} done={done}>
      {mayWrite && <ImportForm />}
      <Tabs
        label={title}
        variant="pill"
        className="mb-3 px-4 lg:px-0"
        tabs={LINE_STATES.map((each) => ({
          to: `?state=${each}`,
          words: t(`line_state_${each}`),
          isSelected: each === state,
        }))}
      />
      <DeskList
        none={{ icon: 'orders', words: t('lines_none') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        {...(mayWrite && state === 'open' && { end: (row: Row) => <LineForms row={row} /> })}
        pages={{ page, total }}
      />
    </DeskPage>
  )
}

function ImportForm() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const bounds = {
    columns: STATEMENT_COLUMNS.join(', '),
    id: 'id',
    lines: numbers.count(STATEMENT_LINES_MAX),
    size: `${STATEMENT_KB_MAX} kB`,
  }
  return (
    <Panel title={t('statement_import')}>
      <DeskForm
        commandId={`${commandId}:import`}
        step="import"
        answer={answer}
        submit={t('statement_take')}
        encType="multipart/form-data"
        className="grid gap-3 p-4"
      >
        <Field
          label={t('statement_file')}
          name="file"
          type="file"
          accept=".csv,text/csv"
          required
          hint={t('statement_hint', bounds)}
        />
      </DeskForm>
    </Panel>
  )
}

/** Forms of an unmatched line: assign it to a purchase, or mark it as unrelated. */
function LineForms({ row }: { readonly row: Row }) {
  const { t } = useTranslation('desk')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [assign, ask] = [`assign-${row.id}`, `ask-${row.id}`]
  return (
    <div className="grid gap-3 text-left lg:min-w-md lg:grid-cols-2">
      <DeskForm commandId={`${commandId}:${assign}`} step={assign} answer={answer} submit={t('line_assign')} size="sm">
        <input type="hidden" name="line" value={row.id} />
        <Field label={t('line_assign_to')} name="reference" maxLength={20} required autoComplete="off" />
      </DeskForm>
      <DeskForm
        commandId={`${commandId}:${ask}`}
        step={ask}
        answer={answer}
        submit={t('line_ask')}
        variant="quiet"
        size="sm"
      >
        <input type="hidden" name="line" value={row.id} />
        <Field label={t('line_ask_why')} name="reason" maxLength={REASON_LENGTH_MAX} required />
      </DeskForm>
    </div>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return [
    {
      key: 'amount',
      head: t('fact_payment'),
      isTitle: true,
      cell: ({ amount, currency }) => `${numbers.decimal(amount)} ${currency}`,
    },
    { key: 'day', head: t('calendar_day'), isAside: true, cell: ({ day }) => day },
    { key: 'payer', head: t('fact_payer'), cell: ({ payer }) => payer || '—' },
    {
      key: 'text',
      head: t('fact_reference'),
      cell: ({ text }) => <span className="wrap-anywhere">{text || '—'}</span>,
    },
    {
      key: 'problem',
      head: t('fact_problem'),
      cell: ({ problem }) => (problem === null ? '—' : t(`problem_${problem}`)),
      isIdle: ({ problem }) => problem === null,
    },
    {
      key: 'order',
      head: t('kind_buy'),
      cell: ({ orderId }) => (orderId === null ? '—' : `#${orderId}`),
      isIdle: ({ orderId }) => orderId === null,
    },
  ]
}
