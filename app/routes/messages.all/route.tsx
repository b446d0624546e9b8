// System messages by kind, newest first: scrolling loads older ones, and new ones appear live.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_GROUPS } from '#domain/message'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Empty } from '../../components/empty'
import { Problem } from '../../components/field'
import { NewRowsButton } from '../../components/new-rows-button'
import { TimeZoneNote } from '../../components/time-zone-note'
import { MessageRow } from '../../components/messages/message-row'
import { PagedList } from '../../components/paged-list'
import { PageHeader } from '../../components/page-header'
import { askFirst } from '../../components/prompt'
import { Select } from '../../components/select'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { useUnreadOf } from '../../live/unread'
import { useFreshList } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import { Menu } from '../../shell/menu'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function Messages() {
  const { t } = useTranslation('inbox')
  const { messages, group, isUnread } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { userId } = useSite()
  const liveUnread = useAccount(userId).state?.messages.unread
  const unread = useUnreadOf(userId, messages.unread, liveUnread)
  const fresh = useFreshList(liveUnread)
  const tabs = [
    { to: addressOf({ group: null, isUnread }), words: t('group_all'), isSelected: group === null, count: unread },
    ...MESSAGE_GROUPS.map((each) => ({
      to: addressOf({ group: each, isUnread }),
      words: t(`group_${each}`),
      isSelected: each === group,
    })),
  ]
  return (
    <div className="mx-auto max-w-5xl lg:px-5 lg:pt-2">
      <PageHeader title={t('system')} backTo="/messages" />
      <Tabs label={t('groups')} tabs={tabs} className="max-sm:hidden" />
      <GroupChoice />
      <Tools unread={unread} />
      <Problem text={answer?.problem?.text} />
      {fresh.hasNewRows && <NewRowsButton onShow={fresh.show} />}
      <div className="panel mx-3 overflow-hidden lg:mx-0">
        {messages.rows.length === 0 ? (
          <Empty icon="mail" title={t(isUnread ? 'no_unread' : 'empty')}>
            {isUnread ? null : t('empty_text')}
          </Empty>
        ) : (
          <PagedList
            key={messages.rows.map(({ id, isRead }) => `${id}${isRead ? '' : '+'}`).join()}
            {...messages}
            rowsOf={(data: Data) => data.messages.rows}
            keyOf={({ id }) => String(id)}
            isEager
          >
            {(rows) => (
              <ul>
                {rows.map((message) => (
                  <li key={message.id}>
                    <MessageRow message={message} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </div>
      <div className="px-3 lg:px-0">
        <TimeZoneNote />
      </div>
    </div>
  )
}

/** The groups on a phone, which has no room for them in a row; without scripts a button opens the chosen one. */
function GroupChoice() {
  const { t } = useTranslation('inbox')
  const { group, isUnread } = useLoaderData<typeof loader>()
  const submit = useSubmit()
  return (
    <Form method="get" className="flex gap-2 px-3 pt-1 sm:hidden">
      {isUnread && <input type="hidden" name="unread" value="1" />}
      <Select
        key={group ?? ''}
        label={t('groups')}
        name="group"
        defaultValue={group ?? ''}
        className="w-full"
        onChange={(event) => submit(event.currentTarget.form)}
        options={[
          { value: '', words: t('group_all') },
          ...MESSAGE_GROUPS.map((each) => ({ value: each, words: t(`group_${each}`) })),
        ]}
      />
      <Button variant="quiet" size="sm" className="hidden shrink-0 noscript:inline-flex">
        {t('show')}
      </Button>
    </Form>
  )
}

/** Filter, and bulk actions in a menu; deleting asks for confirmation with scripts. */
function Tools({ unread }: { readonly unread: number }) {
  const { t } = useTranslation('inbox')
  const { messages, commandId, group, isUnread } = useLoaderData<typeof loader>()
  const isBusy = useNavigation().formMethod === 'POST'
  const isAlive = useAlive()
  const submit = useSubmit()
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    if (!isAlive) return
    event.preventDefault()
    const form = event.currentTarget
    const isSure = await askFirst({ title: t('delete_read_ask'), yes: t('delete_read'), tone: 'danger' })
    if (isSure) submit(form)
  }
  if (messages.total === 0 && !isUnread) return null
  return (
    <div className="relative flex items-center justify-between gap-2 px-3 py-1.5 lg:px-0">
      <Tabs
        variant="pill"
        label={t('show')}
        tabs={[
          { to: addressOf({ group, isUnread: false }), words: t('show_all'), isSelected: !isUnread },
          { to: addressOf({ group, isUnread: true }), words: t('unread'), isSelected: isUnread },
        ]}
      />
      <Menu label={t('actions')} face={<span aria-hidden="true">⋯</span>}>
        <Form method="post">
          <input type="hidden" name="commandId" value={commandId} />
          <input type="hidden" name="intent" value="read_all" />
          <Button size="sm" variant="plain" isWide isBusy={isBusy} disabled={unread === 0}>
            {t('mark_all')}
          </Button>
        </Form>
        <Form method="post" onSubmit={(event) => void ask(event)}>
          <input type="hidden" name="commandId" value={commandId} />
          <input type="hidden" name="intent" value="delete_read" />
          <Button size="sm" variant="plain" isWide isBusy={isBusy} className="text-bad-text">
            {t('delete_read')}
          </Button>
        </Form>
      </Menu>
    </div>
  )
}

interface Shown {
  readonly group: (typeof MESSAGE_GROUPS)[number] | null
  readonly isUnread: boolean
}

function addressOf({ group, isUnread }: Shown): string {
  const search = new URLSearchParams({ ...(group !== null && { group }), ...(isUnread && { unread: '1' }) }).toString()
  return search === '' ? '/messages/all' : `/messages/all?${search}`
}
