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
import { MessageRow } from '../../components/messages/message-row'
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
  const { messages, group, isUnread } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { userId } = useSite()
  const liveUnread = useAccount(userId).state?.messages.unread
  const unread = useUnreadOf(userId, messages.unread, liveUnread)
  const news = useFreshList(liveUnread)
  const tabs = [
    { to: addressOf({ group: null, isUnread }), words: t('group_all'), isSelected: group === null, count: unread },
    ...MESSAGE_GROUPS.map((each) => ({
      to: addressOf({ group: each, isUnread }),
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
          <Empty icon="mail" title={t(isUnread ? 'no_unread' : 'empty')}>
            {isUnread ? null : t('empty_text')}
          </Empty>
        ) : (
          <InfiniteList
            key={messages.rows.map(({ id, isRead }) => `${id}${isRead ? '' : '+'}`).join()}
            first={messages}
            loadMore={loaders[isUnread ? 'unread' : 'all'][group ?? 'any']}
            keyOf={({ id }) => String(id)}
            moreTo={(next) => `?${searchOf({ group, isUnread }, next).toString()}`}
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
    <div className="flex flex-wrap items-center justify-end gap-2 px-3 py-3 lg:px-0">
      <Tabs
        variant="pill"
        label={t('show')}
        className="mr-auto"
        tabs={[
          { to: addressOf({ group, isUnread: false }), words: t('show_all'), isSelected: !isUnread },
          { to: addressOf({ group, isUnread: true }), words: t('unread'), isSelected: isUnread },
        ]}
      />
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

interface Shown {
  readonly group: (typeof MESSAGE_GROUPS)[number] | null
  readonly isUnread: boolean
}

function searchOf({ group, isUnread }: Shown, page: string | null): URLSearchParams {
  const search = new URLSearchParams()
  if (group !== null) search.set('group', group)
  if (isUnread) search.set('unread', '1')
  if (page !== null) search.set('page', page)
  return search
}

const addressOf = (shown: Shown): string => {
  const search = searchOf(shown, null).toString()
  return search === '' ? '/messages/all' : `/messages/all?${search}`
}

const loaderOf =
  (shown: Shown) =>
  (next: string): Promise<ListPage<ShownMessage>> =>
    fetchRows('/messages/more', searchOf(shown, next))

/** Stable function for each tab, since a new function would restart the list. */
const loadersOf = (isUnread: boolean) => ({
  any: loaderOf({ group: null, isUnread }),
  funds: loaderOf({ group: 'funds', isUnread }),
  orders: loaderOf({ group: 'orders', isUnread }),
  security: loaderOf({ group: 'security', isUnread }),
  identity: loaderOf({ group: 'identity', isUnread }),
  rewards: loaderOf({ group: 'rewards', isUnread }),
  service: loaderOf({ group: 'service', isUnread }),
  alerts: loaderOf({ group: 'alerts', isUnread }),
  earn: loaderOf({ group: 'earn', isUnread }),
})
const loaders = { all: loadersOf(false), unread: loadersOf(true) }
