// System messages by kind, newest first: scrolling loads older ones, and new ones appear live.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MESSAGE_GROUPS } from '#domain/message'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Empty } from '../../components/empty'
import { Problem } from '../../components/field'
import { InfiniteList } from '../../components/infinite-list'
import { ListFoot, NewsButton } from '../../components/list-foot'
import type { ListPage } from '../../live/list-pages'
import { MessageRow } from '../../components/message-row'
import { PageHeader } from '../../components/page-header'
import { askFirst } from '../../components/prompt'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { fetchRows } from '../../live/more-rows'
import { useUnreadOf } from '../../live/unread'
import { useFreshList } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { ShownMessage } from '#services/messages'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Messages() {
  const { t } = useTranslation('inbox')
  const { messages, group } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { userId } = useSite()
  const told = useAccount(userId).state?.messages.unread
  const unread = useUnreadOf(userId, messages.unread, told)
  const news = useFreshList(told)
  const tabs = [
    { to: '/messages/all', words: t('group_all'), isSelected: group === null, count: unread },
    ...MESSAGE_GROUPS.map((each) => ({
      to: `/messages/all?group=${each}`,
      words: t(`group_${each}`),
      isSelected: each === group,
    })),
  ]
  return (
    <div className="mx-auto max-w-3xl lg:px-5 lg:pt-2">
      <PageHeader title={t('system')} backTo="/messages" />
      <Tabs label={t('groups')} tabs={tabs} />
      <Tools unread={unread} />
      <Problem text={answer?.problem?.text} />
      {news.hasNews && <NewsButton onShow={news.show} />}
      <div className="panel mx-3 overflow-hidden lg:mx-0">
        {messages.rows.length === 0 ? (
          <Empty icon="mail" title={t('empty')}>
            {t('empty_text')}
          </Empty>
        ) : (
          <InfiniteList
            key={messages.rows.map(({ id, isRead }) => `${id}${isRead ? '' : '+'}`).join()}
            first={messages}
            loadMore={group === null ? loadAny : loaders[group]}
            keyOf={({ id }) => String(id)}
            moreTo={(next) => `?${searchOf(group, next).toString()}`}
          >
            {(message) => <MessageRow message={message} />}
          </InfiniteList>
        )}
      </div>
      <div className="px-3 lg:px-0">
        <ListFoot page={messages.page} total={messages.total} />
      </div>
    </div>
  )
}

/** Bulk actions; deleting asks for confirmation with scripts. */
function Tools({ unread }: { readonly unread: number }) {
  const { t } = useTranslation('inbox')
  const { messages, commandId } = useLoaderData<typeof loader>()
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
  if (messages.total === 0) return null
  return (
    <div className="flex flex-wrap justify-end gap-2 px-3 py-3 lg:px-0">
      <Form method="post">
        <input type="hidden" name="commandId" value={commandId} />
        <input type="hidden" name="intent" value="read_all" />
        <Button size="sm" isBusy={isBusy} disabled={unread === 0}>
          {t('mark_all')}
        </Button>
      </Form>
      <Form method="post" onSubmit={(event) => void ask(event)}>
        <input type="hidden" name="commandId" value={commandId} />
        <input type="hidden" name="intent" value="delete_read" />
        <Button size="sm" variant="remove" isBusy={isBusy}>
          {t('delete_read')}
        </Button>
      </Form>
    </div>
  )
}

type Group = (typeof MESSAGE_GROUPS)[number] | null

const searchOf = (group: Group, page: string): URLSearchParams =>
  new URLSearchParams([...(group === null ? [] : [['group', group]]), ['page', page]])

const fetchMessages = (group: Group, next: string): Promise<ListPage<ShownMessage>> =>
  fetchRows('/messages/more', searchOf(group, next))

const loadAny = (next: string) => fetchMessages(null, next)

/** Stable function per tab, since a new function would restart the list. */
const loaders = {
  funds: (next: string) => fetchMessages('funds', next),
  orders: (next: string) => fetchMessages('orders', next),
  security: (next: string) => fetchMessages('security', next),
  identity: (next: string) => fetchMessages('identity', next),
  rewards: (next: string) => fetchMessages('rewards', next),
  service: (next: string) => fetchMessages('service', next),
} as const satisfies Record<Exclude<Group, null>, unknown>
