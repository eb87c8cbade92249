// A bot of bare discord.js, its REST and gateway halves, that echoes with a button, and acknowledges presses.
//   node load-discord.mjs TOKEN API_BASE GATEWAY
import { WebSocketManager } from "@discordjs/ws";
import { REST, Routes } from "discord.js";

const [token = "", api = "", gateway = ""] = process.argv.slice(2);
const rest = new REST({ version: "10", api }).setToken(token);
const components = [{ type: 1, components: [{ type: 2, style: 1, label: "ok", custom_id: "ok" }] }];
const manager = new WebSocketManager({ token, intents: 1 | 512 | 4096, rest });
const asked = manager.fetchGatewayInformation.bind(manager);
manager.fetchGatewayInformation = async (force) => ({ ...(await asked(force)), url: gateway });
manager.on("error", () => undefined);
manager.on("dispatch", ({ data: { t, d } }) => {
  if (t === "MESSAGE_CREATE" && d.author.bot !== true)
    rest
      .post(Routes.channelMessages(d.channel_id), {
        body: { content: d.content, components, allowed_mentions: { parse: [] } },
      })
      .catch(() => undefined);
  if (t === "INTERACTION_CREATE")
    rest
      .post(Routes.interactionCallback(d.id, d.token), { body: { type: 6 }, auth: false })
      .catch(() => undefined);
});
manager.on("ready", () => process.stdout.write("ready\n"));
await manager.connect();
