// Staff page. Members cannot change themselves, and at least one admin always remains.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskList } from '../../admin/desk-list'
import { CsvLink, DeskForm, DeskPage, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Field, Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { Select, SelectField } from '../../components/select'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Staff() {
  const { t } = useTranslation('desk')
  const { title, done, rows, total, page, mayChange } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={t('staff_text')} done={done} end={<CsvLink what="staff" />}>
      {answer && answer.fields['step'] !== 'invite' && (
        <div className="px-4 pb-3 lg:px-0">
          <Problem text={answer.problem?.text} />
        </div>
      )}
      <Filters />
      <DeskList
        none={{ icon: 'search', words: t('nobody_found') }}
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        {...(mayChange && { end: (row: Row) => <Changes row={row} /> })}
        pages={{ page, total }}
      />
      {mayChange && <Invite />}
    </DeskPage>
  )
}

function Filters() {
  const { t } = useTranslation('desk')
  const { chosen, roles, states } = useLoaderData<typeof loader>()
  const any = { value: '', words: t('anything') }
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 items-end gap-2 px-4 lg:grid-cols-[2fr_1fr_1fr_auto] lg:px-0">
      <Field label={t('search')} name="text" type="search" defaultValue={chosen.text} />
      <SelectField
        label={t('role')}
        name="role"
        defaultValue={chosen.role}
        options={[any, ...roles.map((value) => ({ value, words: t(`role_${value}`) }))]}
      />
      <SelectField
        label={t('col_state')}
        name="state"
        defaultValue={chosen.state}
        options={[any, ...states.map((value) => ({ value, words: t(`staff_${value}`) }))]}
      />
      <Button type="submit" variant="quiet">
        {t('search')}
      </Button>
    </Form>
  )
}

function Changes({ row }: { row: Row }) {
  const { t } = useTranslation('desk')
  const { commandId, ownId, roles } = useLoaderData<typeof loader>()
  if (row.id === ownId) return <span className="text-xs text-muted">{t('yourself')}</span>
  const id = <input type="hidden" name="id" value={row.id} />
  return (
    <div className="flex flex-wrap items-start gap-2 lg:justify-end lg:[&_button]:min-h-8 lg:[&_button]:px-2">
      <DeskForm
        commandId={`${commandId}:role:${row.id}`}
        step="role"
        answer={undefined}
        submit={t('save')}
        variant="quiet"
        size="sm"
        className="flex gap-2 [&_button]:whitespace-nowrap"
      >
        {id}
        <Select
          label={t('role')}
          name="role"
          defaultValue={row.role}
          className="lg:min-h-8 lg:py-1 lg:text-xs"
          options={roles.map((value) => ({ value, words: t(`role_${value}`) }))}
        />
      </DeskForm>
      {/* Grouped, so that both buttons wrap together in long languages. */}
      <div className="flex flex-wrap gap-2">
        <DeskForm
          commandId={`${commandId}:link:${row.id}`}
          step="reinvite"
          answer={undefined}
          submit={t('new_link')}
          variant="quiet"
          size="sm"
        >
          {id}
        </DeskForm>
        {row.customers.map((userId) => (
          <DeskForm
            key={userId}
            commandId={`${commandId}:own:${row.id}:${userId}`}
            step="customer"
            answer={undefined}
            submit={`${t('own_customer_remove')} #${userId}`}
            variant="quiet"
            size="sm"
          >
            {id}
            <input type="hidden" name="userId" value={userId} />
          </DeskForm>
        ))}
        {row.state !== 'disabled' && (
          <DeskForm
            commandId={`${commandId}:off:${row.id}`}
            step="disable"
            answer={undefined}
            submit={t('disable')}
            variant="remove"
            size="sm"
          >
            {id}
          </DeskForm>
        )}
      </div>
    </div>
  )
}

function Invite() {
  const { t } = useTranslation('desk')
  const { commandId, roles, total } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('invite')}>
      <div className="p-4">
        <DeskForm key={total} commandId={commandId} step="invite" answer={answer} submit={t('invite_submit')}>
          <div className="grid gap-3 lg:grid-cols-3">
            <Field label={t('email')} name="email" type="email" required />
            <Field label={t('fact_name')} name="name" maxLength={60} required />
            <SelectField
              label={t('role')}
              name="role"
              options={roles.map((value) => ({ value, words: t(`role_${value}`) }))}
            />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('desk')
  return [
    { key: 'name', head: t('fact_name'), isTitle: true, cell: ({ name }) => name },
    { key: 'email', head: t('email'), cell: ({ email }) => <span className="break-all">{email}</span> },
    { key: 'role', head: t('role'), cell: ({ role }) => t(`role_${role}`) },
    {
      key: 'state',
      head: t('col_state'),
      cell: ({ state }) => (
        <Badge tone={state === 'active' ? 'good' : state === 'disabled' ? 'bad' : 'brand'}>{t(`staff_${state}`)}</Badge>
      ),
    },
    {
      key: 'customers',
      head: t('own_customers'),
      cell: ({ customers }) => (customers.length === 0 ? '—' : customers.map((id) => `#${id}`).join(', ')),
    },
    { key: 'since', head: t('col_added'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}
