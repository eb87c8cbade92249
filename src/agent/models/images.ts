import type { ModelFor } from "./budget.ts";
import type {
  ImageContent,
  Message,
  ModelRequest,
  PictureFile,
  TextContent,
} from "./model-client.ts";

/** Reads a picture of a chat as models take it; `undefined` where it is not there any more, or is another. */
export type ReadPicture = (
  chatKey: string,
  picture: Pick<ImageContent, "mediaType"> & { readonly file: PictureFile },
  signal: AbortSignal,
) => Promise<Pick<ImageContent, "mediaType" | "dataBase64"> | undefined>;

/** Most pictures in one question, and most characters of theirs: below 20 MB a request (ai.google.dev, "Image understanding": inline data). */
const MOST_PICTURES = 10;
const MOST_CHARACTERS = 16_000_000;

/** Pictures that came more messages of the person ago than this are only spoken of. */
const MOST_MESSAGES_BACK = 4;

/**
 * The same models, for messages that hold pictures by reference: those that came last get their bytes, others are spoken of by
 * their path, and what holds a picture is asked of the `vision` mode.
 */
export function withPictures(modelFor: ModelFor, read: ReadPicture): ModelFor {
  return (payer, mode) => {
    const plain = modelFor(payer, mode);
    const ready = async (request: ModelRequest, signal: AbortSignal) => {
      const shown = await withBytes(request, (picture) => read(payer.chatKey, picture, signal));
      return { shown, model: hasPictures(shown) ? modelFor(payer, "vision") : plain };
    };
    return {
      name: plain.name,
      async send(request, signal) {
        const { shown, model } = await ready(request, signal);
        return model.send(shown, signal);
      },
      async *stream(request, signal) {
        const { shown, model } = await ready(request, signal);
        yield* model.stream(shown, signal);
      },
    };
  };
}

type Referring = ImageContent & { readonly file: PictureFile };

async function withBytes(
  request: ModelRequest,
  read: (picture: Referring) => ReturnType<ReadPicture>,
): Promise<ModelRequest> {
  if (!request.messages.some((message) => message.content.some(isReferring))) return request;
  const messages: Message[] = [];
  const left = {
    pictures: MOST_PICTURES,
    characters: MOST_CHARACTERS,
    messages: MOST_MESSAGES_BACK,
  };
  for (const message of request.messages.toReversed()) {
    if (message.role !== "user") {
      messages.unshift(message);
      continue;
    }
    const content: (TextContent | ImageContent)[] = [];
    for (const block of message.content.toReversed())
      content.unshift(isReferring(block) ? await shownOf(block, left, read) : block);
    if (message.nudge === undefined) left.messages -= 1;
    messages.unshift({ ...message, content });
  }
  return { ...request, messages };
}

async function shownOf(
  picture: Referring,
  left: { pictures: number; characters: number; readonly messages: number },
  read: (picture: Referring) => ReturnType<ReadPicture>,
): Promise<TextContent | ImageContent> {
  const { path } = picture.file;
  if (left.pictures === 0 || left.messages <= 0) return spoken(path, "was shown earlier");
  const shown = await read(picture);
  if (shown === undefined) return spoken(path, "is no longer there, or cannot be shown");
  if (shown.dataBase64.length > left.characters) return spoken(path, "is one too many to be shown");
  left.pictures -= 1;
  left.characters -= shown.dataBase64.length;
  return { type: "image", ...shown };
}

function spoken(path: string, what: string): TextContent {
  return { type: "text", text: `(the picture "${path}" ${what})` };
}

function hasPictures({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.content.some((block) => block.type === "image"));
}

function isReferring(block: Message["content"][number]): block is Referring {
  return block.type === "image" && block.file !== undefined;
}
