// Hands prompts and ends of turns of opencode to codewatch's hooks. Written by `codewatch setup --client opencode`, which
// overwrites it; `codewatch uninstall` takes it away. Whatever goes wrong here, opencode goes on as without it.
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

const CODEWATCH = {"save": [], "recall": [], "environment": {}}
const RECALL_MS = 5000
const SAVE_MS = 3000
const LONGEST_MEMORY = 1000
// Agents of opencode's own, whose prompts are nobody's.
const OWN_AGENTS = ["title", "summary", "compaction"]
// The plugin may be there for the user and for the project: a prompt is for one of them.
const SEEN = (globalThis[Symbol.for("codewatch.messages")] ??= new Set())

function database() {
  const folder = join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode")
  const named = process.env.OPENCODE_DB || "opencode.db"
  const path = isAbsolute(named) ? named : join(folder, named)
  return existsSync(path) ? path : ""
}

function environment() {
  return { ...process.env, ...CODEWATCH.environment }
}

// The context that the recall hook gives, "" for none.
function recall(payload) {
  return new Promise((resolve) => {
    const [command, ...words] = CODEWATCH.recall
    const child = spawn(command, words, { env: environment(), stdio: ["pipe", "pipe", "ignore"] })
    const late = setTimeout(() => child.kill("SIGKILL"), RECALL_MS)
    let said = ""
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text) => (said += text))
    child.on("error", () => (clearTimeout(late), resolve("")))
    child.on("close", () => {
      clearTimeout(late)
      try {
        resolve(JSON.parse(said).hookSpecificOutput.additionalContext || "")
      } catch {
        resolve("")
      }
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

// Not in the background: a headless opencode ends right after the turn.
function save(payload) {
  const path = database()
  if (!path) return // of a version that keeps it elsewhere; the sweep may find it
  const [command, ...words] = CODEWATCH.save
  const input = JSON.stringify({ ...payload, transcript_path: join(path, payload.session_id) })
  spawnSync(command, words, { env: environment(), input, stdio: ["pipe", "ignore", "ignore"], timeout: SAVE_MS })
}

function isFirst(message) {
  if (SEEN.has(message)) return false
  if (SEEN.size >= LONGEST_MEMORY) SEEN.clear()
  SEEN.add(message)
  return true
}

export const Codewatch = async ({ directory }) => {
  const sessions = new Map()

  function known(id) {
    if (!sessions.has(id)) sessions.set(id, { parent: "", directory, source: "resume", isBriefed: false })
    return sessions.get(id)
  }

  function tell(event, id) {
    save({ hook_event_name: event, session_id: id, cwd: known(id).directory })
  }

  function note(info, source) {
    if (!info?.id) return
    const session = known(info.id)
    session.parent = info.parentID || ""
    session.directory = info.directory || directory
    session.source = source || session.source
  }

  const on = {
    "session.created": ({ info }) => note(info, "startup"),
    "session.updated": ({ info }) => note(info, ""),
    "session.deleted": ({ info }) => sessions.delete(info?.id),
    "session.compacted": ({ sessionID }) => Object.assign(known(sessionID), { source: "compact", isBriefed: false }),
    "session.idle": ({ sessionID }) => tell("Stop", sessionID),
  }

  async function context(id, prompt) {
    const session = known(id)
    const common = { session_id: id, cwd: session.directory }
    const texts = []
    if (!session.isBriefed) {
      session.isBriefed = true
      texts.push(await recall({ ...common, hook_event_name: "SessionStart", source: session.source }))
    }
    if (prompt.trim()) texts.push(await recall({ ...common, hook_event_name: "UserPromptSubmit", prompt }))
    return texts.filter(Boolean).join("\n\n")
  }

  return {
    event: async ({ event }) => {
      try {
        on[event.type]?.(event.properties ?? {})
      } catch {}
    },
    "chat.message": async (input, output) => {
      try {
        const agent = output.message.agent || input.agent
        if (OWN_AGENTS.includes(agent) || known(input.sessionID).parent || !isFirst(output.message.id)) return
        const said = output.parts.filter((part) => part.type === "text" && !part.synthetic && !part.ignored)
        const text = await context(input.sessionID, said.map((part) => part.text).join("\n"))
        if (!text) return
        const id = `prt_zzz${Date.now()}${Math.random().toString(36).slice(2, 8)}`
        const place = { sessionID: input.sessionID, messageID: output.message.id }
        output.parts.push({ id, ...place, type: "text", text, synthetic: true })
      } catch {}
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      try {
        tell("PreCompact", sessionID)
      } catch {}
    },
    dispose: async () => {
      try {
        for (const id of sessions.keys()) tell("SessionEnd", id)
      } catch {}
    },
  }
}
