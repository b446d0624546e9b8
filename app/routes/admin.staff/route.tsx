// The people of the desk. Nobody changes themselves, and there is always an admin left.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { CsvLink, DeskForm, DeskPage, DeskTable, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import type { Column } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { Field, Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { Pager } from '../../components/pager'
import { Select, SelectField } from '../../components/select'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Staff() {
  const say = useWords('desk')
  const { title, done, rows, total, page, mayChange } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const columns = useColumns()
  return (
    <DeskPage title={title} text={say('staff_text')} done={done} end={<CsvLink what="staff" />}>
      {answer && answer.step !== 'invite' && (
        <div className="px-4 pb-3 lg:px-0">
          <Problem text={answer.problem ?? undefined} />
        </div>
      )}
      <Filters />
      <Panel>
        {rows.length === 0 ? (
          <Empty icon="search">{say('nobody_found')}</Empty>
        ) : (
          <DeskTable
            caption={title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => String(id)}
            {...(mayChange && { end: (row: Row) => <Changes row={row} /> })}
          />
        )}
        <Pager page={page} total={total} />
      </Panel>
      {mayChange && <Invite />}
    </DeskPage>
  )
}

function Filters() {
  const say = useWords('desk')
  const { chosen, roles, states } = useLoaderData<typeof loader>()
  const any = { value: '', words: say('anything') }
  return (
    <Form method="get" className="mb-3 grid grid-cols-2 items-end gap-2 px-4 lg:grid-cols-[2fr_1fr_1fr_auto] lg:px-0">
      <Field label={say('search')} name="text" type="search" defaultValue={chosen.text} />
      <SelectField
        label={say('role')}
        name="role"
        defaultValue={chosen.role}
        options={[any, ...roles.map((value) => ({ value, words: say(`role_${value}`) }))]}
      />
      <SelectField
        label={say('col_state')}
        name="state"
        defaultValue={chosen.state}
        options={[any, ...states.map((value) => ({ value, words: say(`staff_${value}`) }))]}
      />
      <Button type="submit" variant="quiet">
        {say('search')}
      </Button>
    </Form>
  )
}

function Changes({ row }: { row: Row }) {
  const say = useWords('desk')
  const { commandId, ownId, roles } = useLoaderData<typeof loader>()
  if (row.id === ownId) return <span className="text-xs text-muted">{say('yourself')}</span>
  const id = <input type="hidden" name="id" value={row.id} />
  return (
    <div className="flex flex-wrap items-start gap-2 lg:justify-end lg:[&_button]:min-h-8 lg:[&_button]:px-2">
      <DeskForm
        commandId={`${commandId}:role:${row.id}`}
        step="role"
        answer={undefined}
        submit={say('save')}
        variant="quiet"
        size="sm"
        className="flex gap-2 [&_button]:whitespace-nowrap"
      >
        {id}
        <Select
          label={say('role')}
          name="role"
          defaultValue={row.role}
          className="lg:min-h-8 lg:py-1 lg:text-xs"
          options={roles.map((value) => ({ value, words: say(`role_${value}`) }))}
        />
      </DeskForm>
      {/* Together, so that in long languages they are a second line of two and not a button alone. */}
      <div className="flex gap-2">
        <DeskForm
          commandId={`${commandId}:link:${row.id}`}
          step="reinvite"
          answer={undefined}
          submit={say('new_link')}
          variant="quiet"
          size="sm"
        >
          {id}
        </DeskForm>
        {row.state !== 'disabled' && (
          <DeskForm
            commandId={`${commandId}:off:${row.id}`}
            step="disable"
            answer={undefined}
            submit={say('disable')}
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
  const say = useWords('desk')
  const { commandId, roles, total } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={say('invite')}>
      <div className="p-4">
        <DeskForm key={total} commandId={commandId} step="invite" answer={answer} submit={say('invite_submit')}>
          <div className="grid gap-3 lg:grid-cols-3">
            <Field label={say('email')} name="email" type="email" required />
            <Field label={say('fact_name')} name="name" maxLength={60} required />
            <SelectField
              label={say('role')}
              name="role"
              options={roles.map((value) => ({ value, words: say(`role_${value}`) }))}
            />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}

function useColumns(): readonly Column<Row>[] {
  const say = useWords('desk')
  return [
    { key: 'name', head: say('fact_name'), isTitle: true, cell: ({ name }) => name },
    { key: 'email', head: say('email'), cell: ({ email }) => <span className="break-all">{email}</span> },
    { key: 'role', head: say('role'), cell: ({ role }) => say(`role_${role}`) },
    {
      key: 'state',
      head: say('col_state'),
      cell: ({ state }) => (
        <Badge tone={state === 'active' ? 'good' : state === 'disabled' ? 'bad' : 'brand'}>
          {say(`staff_${state}`)}
        </Badge>
      ),
    },
    { key: 'since', head: say('col_added'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}
