// A run that is going on, or several that follow each other: draws each second as it comes, until the verdict.
'use strict';

(function () {
  const MOST_SECONDS = 3600;
  const by = serve.by;
  const variable = (name) => 'var(--' + name + ')';
  const colors = { series: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => variable('series-' + index)) };
  ['text', 'muted', 'line', 'grid', 'panel', 'bad', 'doubtful', 'neutral'].forEach((name) => {
    colors[name] = variable(name);
  });
  const asked = new URLSearchParams(location.search).get('run');
  const states = {
    warmup: ['WARM-UP', 'The measured time has not started.'],
    measured: ['MEASURING', 'This second is part of the figures.'],
    settling: ['SETTLING', 'The load has ended; sends wait for their outcomes.'],
    drain: ['DRAINING', 'The load has ended; consumers receive what is left. Then the audit follows, and the verdict.'],
  };
  let seconds = [];
  let leading = 'service';
  // Without acknowledgements, the outcome of each send is unknown, and none has failed.
  let acknowledged = true;
  let several = false;

  const charts = [
    chart('rate', 'Rate', 'PER_SECOND', () => [acknowledged ? 'acked' : 'sent', 'received'],
      (second, name) => second[name]),
    chart('latency', 'Latency', 'NANOS', () => ['p50', 'p99', 'p99.9'],
      (second, name) => second.latencies[leading][['p50', 'p99', 'p99.9'].indexOf(name)]),
    chart('failures', 'Sends that failed', 'COUNT', () => (acknowledged ? ['rejected', 'unknown'] : ['rejected']),
      (second, name) => second[name]),
    chart('cores', 'Processors used', 'CORES',
      () => Array.from(new Set(seconds.flatMap((second) => Object.keys(second.cores)))),
      (second, name) => second.cores[name]),
  ];

  function chart(id, title, unit, names, value) {
    const figure = document.createElement('figure');
    const head = document.createElement('h3');
    const legend = document.createElement('div');
    const place = document.createElement('div');
    head.textContent = title;
    legend.className = 'legend';
    place.className = 'chart';
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', 'Chart: ' + title + ' by second. The latest values stand above as text.');
    figure.append(head, legend, place);
    by('charts').append(figure);
    let drawn = null;
    return function () {
      const known = names().filter((name) => seconds.some((second) => typeof value(second, name) === 'number'));
      head.textContent = title + (id === 'latency' ? ': ' + leading : '');
      const measured = seconds.find((second) => second.phase !== 'warmup');
      const described = {
        cursor: 'live',
        x: { name: 'since the start of the load', unit: 'SECONDS', log: false, categories: [] },
        y: [{ name: '', unit: unit, log: false, categories: [] }],
        series: known.map((name) => ({
          name: name, kind: 'LINE', axis: 0,
          points: seconds.map((second) => {
            const at = value(second, name);
            return [second.to, typeof at === 'number' ? at : null];
          }),
        })),
        bands: seconds[0].phase === 'warmup'
          ? [{ from: 0, to: measured === undefined ? seconds[seconds.length - 1].to : measured.to - 1, kind: 'UNMEASURED' }]
          : [],
        marks: [],
      };
      legend.replaceChildren(...known.map((name, index) => {
        const entry = document.createElement('label');
        const swatch = document.createElement('span');
        swatch.className = 'swatch';
        swatch.style.background = brokerbench.color(described, index, colors);
        entry.append(swatch, name);
        return entry;
      }));
      if (drawn === null) {
        drawn = echarts.init(place, null, { renderer: 'svg' });
        new ResizeObserver(() => drawn.resize()).observe(place);
      }
      drawn.setOption(brokerbench.option(described, colors, { width: place.clientWidth, font: 12 }), true);
    };
  }

  /** A rate; short intervals have none. */
  function rate(perSecond) {
    return perSecond === undefined ? 'n/a' : brokerbench.text(perSecond, 'PER_SECOND');
  }

  function figures(second) {
    const latency = second.latencies[leading];
    const failed = (second.rejected || 0) + ((acknowledged && second.unknown) || 0);
    const texts = [
      ['second', brokerbench.text(second.to, 'SECONDS')],
      acknowledged ? ['acknowledged', rate(second.acked)] : ['sent', rate(second.sent)],
      ['received', rate(second.received)],
      [leading + ' p50', latency[0] === null ? 'n/a' : brokerbench.text(latency[0], 'NANOS')],
      [leading + ' p99', latency[1] === null ? 'n/a' : brokerbench.text(latency[1], 'NANOS')],
      ['failed', brokerbench.text(failed, 'COUNT')],
    ];
    by('figures').replaceChildren(...texts.map((text) => {
      const pair = document.createElement('div');
      ['dt', 'dd'].forEach((kind, index) => pair.append(Object.assign(document.createElement(kind), { textContent: text[index] })));
      return pair;
    }));
  }

  function say(word, sentence) {
    serve.say('word', word);
    by('sentence').textContent = sentence;
  }

  function head(text) {
    by('title').textContent = text;
    document.title = text;
  }

  /** Says that something has ended, and where its report is, also after the end of this server. */
  function end(word, tone, what, path) {
    const link = document.createElement('a');
    link.href = serve.report(path);
    link.append('Open the report');
    by('headline').className = 'headline ' + tone;
    say(word, what + ' Its directory is ' + path + '. ');
    by('sentence').append(link);
  }

  const events = new EventSource('events?run=' + encodeURIComponent(asked));
  head(asked);
  events.addEventListener('open', () => { seconds = []; });
  events.addEventListener('error', () => say('NO CONNECTION', 'The command that serves this page has ended, or cannot be reached.'));
  events.addEventListener('run', (event) => {
    several = true;
    seconds = [];
    head(JSON.parse(event.data).path);
    by('headline').className = 'headline NEUTRAL';
    by('reasons').replaceChildren();
    say('WAITING', 'Nothing has been measured yet.');
  });
  events.addEventListener('seconds', (event) => {
    const data = JSON.parse(event.data);
    leading = data.leading;
    acknowledged = data.acknowledged;
    seconds = seconds.concat(data.seconds).slice(-MOST_SECONDS);
    const last = seconds[seconds.length - 1];
    const state = states[last.phase] || ['RUNNING', ''];
    say(state[0], state[1]);
    figures(last);
    charts.forEach((draw) => draw());
  });
  events.addEventListener('silent', () =>
    say('SILENT', 'Nothing has been written for a minute: the run was killed, or its audit takes long.'));
  events.addEventListener('verdict', (event) => {
    const verdict = JSON.parse(event.data);
    if (!several) {
      events.close();
    }
    end(verdict.status, { VALID: 'GOOD', SUSPECT: 'DOUBTFUL' }[verdict.status] || 'BAD', 'The run has ended.', verdict.path);
    by('reasons').replaceChildren(...verdict.reasons.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
  });
  events.addEventListener('ended', (event) => {
    const path = JSON.parse(event.data).path;
    events.close();
    head(path);
    by('reasons').replaceChildren();
    end('ENDED', 'NEUTRAL', 'All runs have ended.', path);
  });
  events.addEventListener('gone', (event) => {
    if (!several) {
      events.close();
    }
    by('headline').className = 'headline BAD';
    say('GONE', JSON.parse(event.data).why);
  });
})();
