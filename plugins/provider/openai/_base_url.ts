/** An endpoint's address and where its chat completions are, or why a text is none. */
export type BaseUrl =
  | { readonly ok: true; readonly url: string; readonly chatUrl: string; readonly host: string }
  | { readonly ok: false; readonly why: string };

const CHAT = "/chat/completions";

/** Where nearly every server has its API that is named by its host alone. */
const USUAL_PATH = "/v1";

const SECRET = /key|token|secret|sig|auth|pass/i;

/**
 * Reads a base URL, with or without `/v1`, a slash at its end, or the whole path of the endpoint, which is taken as it
 * stands. What is wrong with one is said without repeating it, since it may hold a password.
 */
export function readBaseUrl(text: string): BaseUrl {
  const bare = text.trim();
  const url = URL.canParse(bare) && !/\s/.test(bare) ? new URL(bare) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return { ok: false, why: "expected an address such as https://host/v1" };
  }
  if (url.username !== "" || url.password !== "") {
    return {
      ok: false,
      why: "expected an address without a user name or password; name the key in api_key_env",
    };
  }
  if (url.hash !== "") return { ok: false, why: "expected an address without #" };
  if ([...url.searchParams.keys()].some((name) => SECRET.test(name))) {
    return { ok: false, why: "expected an address without a key in it; name the key in api_key_env" };
  }
  const path = pathOf(url.pathname);
  return {
    ok: true,
    url: url.origin + path + url.search,
    chatUrl: url.origin + path + CHAT + url.search,
    host: url.host,
  };
}

function pathOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, "");
  if (path.endsWith(CHAT)) return path.slice(0, -CHAT.length).replace(/\/+$/, "");
  return path === "" ? USUAL_PATH : path;
}
