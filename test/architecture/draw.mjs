import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.cjs';

/** Prints the diagram of docs/development/architecture.md: the folders, and which imports which. */
const ROOM = '^(client/[^/]+|nodes/AiApp/[^/]+|credentials|emulator)(/|\\.ts$)';

const frame = { style: 'rounded,filled', fillcolor: '#f6f8fa', color: '#8c959f' };
const box = { shape: 'box', style: 'rounded,filled', fillcolor: '#ddf4ff', color: '#54aeff' };
const text = { fontname: 'Arial', fontsize: '12' };

const { output } = await cruise(['client', 'nodes', 'credentials', 'emulator'], {
	...config.options,
	outputType: 'dot',
	includeOnly: '^(client|nodes|credentials|emulator)/',
	collapse: ROOM,
	prefix: '../../',
	reporterOptions: {
		dot: {
			theme: {
				replace: true,
				graph: { ...frame, ...text, rankdir: 'TB', nodesep: '0.3', bgcolor: '#ffffff' },
				node: { ...box, ...text, height: '0.35', margin: '0.18,0.05' },
				edge: { color: '#57606a', arrowsize: '0.6', penwidth: '0.8' },
			},
		},
	},
});
const graphviz = await Graphviz.load();
// An arrow that others imply would only hide them.
process.stdout.write(graphviz.dot(graphviz.tred(output).out));
