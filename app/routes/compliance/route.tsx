// Operational compliance: a standing text of the directory.

import { useLoaderData } from '@remix-run/react'
import { Document } from '../../components/document'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Compliance() {
  const { title, content } = useLoaderData<typeof loader>()
  return <Document title={title} html={content} />
}
