// Tools of agents, made from the endpoints of /v1: those that read without a login or with a key of the scope "read", and the trading ones
// that are declared for agents.

import type { Route } from '../route'
import { type ObjectSchema, inputSchema, operationId, outputSchema, withLanguage } from '../openapi'

export const isTool = ({ method, path, scope, isPrivate, frame, forAgents }: Route): boolean =>
  path.startsWith('/v1/') &&
  frame === 'message' &&
  (forAgents === true || (method === 'GET' && (!isPrivate || scope === 'read')))

/** "get_v1_order", as the operation is called in the document of the API. */
export const toolName = ({ method, path }: Route): string => operationId(method, path)

/** A tool as `tools/list` describes it. */
export const describeTool = (route: Route) => ({
  name: toolName(route),
  title: route.summary,
  description: route.isPrivate ? `${route.summary}. Of the user's own account.` : route.summary,
  inputSchema: closed(withLanguage(inputSchema(route.input))),
  outputSchema: {
    type: 'object',
    required: ['message'],
    properties: { message: outputSchema(route.output) },
  },
  annotations: {
    title: route.summary,
    readOnlyHint: route.method === 'GET',
    destructiveHint: route.method !== 'GET',
    idempotentHint: route.method === 'GET',
    openWorldHint: false,
  },
})

/** Undeclared fields are refused. */
const closed = (schema: ObjectSchema) => ({ ...schema, additionalProperties: false })
