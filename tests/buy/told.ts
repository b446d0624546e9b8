// What buyers were told.

import { ok } from '../api/client'
import type { Caller } from '../funds/customers'

/** Titles of their messages about purchases, newest first. */
export async function messagesOf(user: Caller): Promise<readonly string[]> {
  const query = { page: '1', limit: '10', lang: 'en' }
  const { list } = await ok<{ list: { title: string }[] }>('GET', '/mailMessage/getList', { token: user.token, query })
  return list.map(({ title }) => title).filter((title) => title.includes('purchase') || title.includes('payment'))
}
