// Where an agent finds how to ask for permission: RFC 9728 (protected resource) and RFC 8414 (authorization server).

import { Hono } from 'hono'
import { MCP_PATH, originOf, resourceOf } from '#services/agents/place'

const SCOPES = ['read', 'trade']
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** Of `WWW-Authenticate`. */
export const challenge = (request: Request, error?: string): string =>
  [
    `Bearer resource_metadata="${originOf(request)}${RESOURCE_METADATA}${MCP_PATH}"`,
    `scope="${SCOPES.join(' ')}"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
  ].join(', ')

const resource = (request: Request) => ({
  resource: resourceOf(request),
  authorization_servers: [originOf(request)],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${originOf(request)}/developers`,
})

const server = (request: Request) => ({
  issuer: originOf(request),
  authorization_endpoint: `${originOf(request)}/oauth/authorize`,
  token_endpoint: `${originOf(request)}/oauth/token`,
  registration_endpoint: `${originOf(request)}/oauth/register`,
  revocation_endpoint: `${originOf(request)}/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

export const agentMetadata = new Hono()
  .get('/oauth-protected-resource', ({ req, json }) => json(resource(req.raw)))
  .get(`/oauth-protected-resource${MCP_PATH}`, ({ req, json }) => json(resource(req.raw)))
  .get('/oauth-authorization-server', ({ req, json }) => json(server(req.raw)))
